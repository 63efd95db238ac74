import Foundation
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

    private var matrix: DefectMatrix {
        DefectMatrix(library: all.suites, simulators: all.simulators, entrance: PDUEntrance())
    }

    /// A part of what dies, because the runs take minutes; `.dev/soak` has all of ``DefectSample`` tried.
    @Test("A sample of the accessory's defects is killed by the requirements that they break")
    func sample() async throws {
        let isSoak = ProcessInfo.processInfo.environment["ASSAY_SOAK"] == "1"
        let names =
            isSoak ? DefectSample.names : DefectSample.names.enumerated().filter { $0.offset % 8 == 0 }.map(\.element)
        let defects = try names.map { try #require(all.simulators.defect($0), "\($0)") }
        let survivors = await matrix.rows(defects).compactMap { row -> String? in
            if case .killed = row.fate { return nil }
            return "\(row.defect.name): \(row.fate)"
        }
        #expect(survivors == [])
    }

    @Test("The sample is large enough to prove something")
    func size() {
        #expect(Set(DefectSample.names).count >= 150)
    }
}
