import AssayKit
import Checkout
import HAPAccessory
import SelfTest
import SuiteLanguage
import Testing

@Suite("Defects, over Thread")
struct DefectTests {
    /// A part of the defects that die, which takes less than a minute.
    @Test("A sample of the accessory's defects is killed by the requirements that they break")
    func sample() async throws {
        #expect(Set(DefectSample.names).count >= 150)
        let (library, simulators) = (try Checkout.library, try Checkout.simulators)
        let defects = try DefectSample.names.map { try #require(simulators.defect($0), "\($0)") }
        let matrix = DefectMatrix(library: library, simulators: simulators, entrance: InProcessThread())
        let survivors = await matrix.rows(defects).compactMap { row -> String? in
            if case .killed = row.fate { return nil }
            return "\(row.defect.name): \(row.fate)"
        }
        #expect(survivors == [])
    }
}
