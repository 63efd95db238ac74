import AssayKit
import Checkout
import Gate
import HAPAccessory
import Judge
import RunRecord
import SelfTest
import SuiteLanguage
import Testing

@testable import Reporting

@Suite("Fingerprints of failures")
struct FingerprintTests {
    /// The fingerprints of the failing instances of an accessory with a defect, in the cases of the requirements that
    /// it violates.
    private func fingerprints(_ defect: Defect, seed: UInt64) throws -> [String: Fingerprint] {
        let (library, simulators) = (try Checkout.library, try Checkout.simulators)
        let run = SimulatedRun(
            library: library,
            catalogue: simulators.catalogue,
            definition: try #require(simulators.accessory(defect.accessory)),
            entrance: InProcessIP(),
            defects: [defect],
            selection: Selection(withoutTags: ["slow"], requirements: defect.breaks),
            seed: seed
        )
        let report = RunReport(events: try run.carryOut().events, library: library)
        let failed = report.entries.filter { $0.verdict.outcome == .failed && $0.countsForConformance }
        return Dictionary(uniqueKeysWithValues: failed.map { ($0.verdict.instance, Fingerprint($0.verdict)) })
    }

    @Test("They are the same with other seeds, for every 24th defect")
    func stable() throws {
        let simulators = try Checkout.simulators
        var count = 0
        for (index, defect) in simulators.defects.enumerated() where index % 24 == 3 {
            let first = try fingerprints(defect, seed: 1)
            let second = try fingerprints(defect, seed: 2)
            for (name, fingerprint) in first where second[name] != nil {
                #expect(second[name] == fingerprint, "\(defect.name): \(name)")
                count += 1
            }
        }
        #expect(count > 10, "\(count) failures were compared")
    }

    @Test("They differ if the accessory violates the same requirement in another manner")
    func meaning() throws {
        let simulators = try Checkout.simulators
        let names = ["out-of-range-clamped", "above-max-accepted"]
        let prints = try names.map { name in
            let defect = try #require(simulators.defect(name), "\(name)")
            return try fingerprints(defect, seed: 1)
        }
        let instance = "write.above-maximum[lightbulb.brightness; row=above-maximum; over=ip]"
        let first = try #require(prints[0][instance])
        #expect(first != (try #require(prints[1][instance])))
        #expect(Set(prints[0].values).count == prints[0].count, "each instance has its own")
    }
}
