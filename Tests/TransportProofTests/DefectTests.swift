import HAPAccessory
import SelfTest
import SuiteLanguage
import Testing

@Suite("Defects, over PDUs")
struct DefectTests {
    private let all: Simulators

    init() throws {
        all = try Simulators()
    }

    private func survivors(_ defects: [Defect]) async -> [String] {
        let matrix = DefectMatrix(library: all.suites, simulators: all.simulators, entrance: PDUEntrance())
        return await matrix.rows(defects).compactMap { row in
            if case .killed = row.fate { nil } else { "\(row.defect.name): \(row.fate)" }
        }
    }

    /// A part of what dies; `.dev/soak` tries all of it.
    @Test("A sample of the accessory's defects is killed by the requirements that they break")
    func sample() async throws {
        let defects = try DefectSample.names.map { try #require(all.simulators.defect($0), "\($0)") }
        #expect(defects.count >= 150)
        #expect(await survivors(defects) == [])
    }
}
