import HAPModel
import Testing

@testable import HAPAccessory

@Suite("What is known at the points of defects")
struct PointPlaceTests {
    private static let changes: [DefectChange] =
        GuardPoint.allCases.map { .check($0.rawValue, .skip) }
        + EffectPoint.allCases.map { .effect($0.rawValue, .omit) }
        + BehaviourPoint.allCases.map { .behaviour($0.rawValue, $0.words[0]) }
        + MessagePoint.allCases.map {
            $0.content == .json ? .json($0.rawValue, .drop) : .alteration($0.rawValue, .drop)
        }

    @Test("A defect that varies by characteristic acts where the characteristic is known", arguments: changes)
    func characteristics(_ change: DefectChange) {
        guard change.dimensions.contains(.characteristic) else { return }
        #expect(change.pointPlace == .characteristic, "\(change)")
    }

    @Test("A defect that varies by session acts where the request is known", arguments: changes)
    func sessions(_ change: DefectChange) {
        guard change.dimensions.contains(where: \.isOfSession) else { return }
        #expect(change.pointPlace >= .request, "\(change)")
    }
}
