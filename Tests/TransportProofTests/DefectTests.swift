import AssayKit
import Checkout
import HAPAccessory
import HAPModel
import SelfTest
import SuiteLanguage
import Testing

@Suite("Defects, over Thread")
struct DefectTests {
    /// A few of those that `assay selftest --over thread` runs.
    private static let names = [
        "above-max-accepted", "control-keys-swapped", "events-without-subscription", "m2-without-salt",
        "coap-replay-accepted", "error-without-length", "event-not-retransmitted", "session-not-bound-to-endpoint",
        "silent-on-wrong-code", "announced-as-tcp", "only-link-local-address", "udp-sf-stale", "port-changes-silently",
        "ip-framing-over-coap", "request-bit-in-response", "secured-post-2-05", "coap-keys-swapped",
        "udp-txt-without-id",
    ]

    @Test("Defects of the accessory and of Thread are killed by the requirements that they break")
    func sample() async throws {
        let (library, simulators) = (try Checkout.library, try Checkout.simulators)
        let defects = try Self.names.map { try #require(simulators.defect($0), "\($0)") }
        let matrix = DefectMatrix(library: library, simulators: simulators, entrance: InProcessThread())
        #expect(defects.allSatisfy(matrix.concerns))
        #expect(simulators.sample(over: .thread).count >= 150)
        let survivors = await matrix.rows(defects, .firstKill).compactMap { row -> String? in
            if case .killed = row.fate { return nil }
            return "\(row.defect.name): \(row.fate)"
        }
        #expect(survivors == [])
    }
}
