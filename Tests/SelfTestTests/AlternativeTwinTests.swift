import Checkout
import HAPAccessory
import SelfTest
import SuiteLanguage
import Testing

@Suite("Alternatives that a case accepts are shown by a twin")
struct AlternativeTwinTests {
    /// Requirements without a twin, each with the reason.
    private static let withoutTwin = [
        "HAP-PAIR-SETUP-058": "the other answer refuses a split procedure, which violates HAP-PAIR-SETUP-063",
        "HAP-DISCOVERY-067": "another program on the tester's machine takes the first answer",
        "HAP-PAIRINGS-025": "no simulated accessory refuses identifiers by their length",
        "HAP-EVENT-010": "no simulated accessory sends events in chunks",
        "HAP-TYPE-019": "no simulated accessory can be jammed or triggered",
        "HAP-TYPE-043": "no simulated door can be stopped on its way, and each shows that it moves",
        "HAP-TYPE-067": "no simulated security system can be triggered",
        "HAP-TYPE-044": "no simulated plant has to run on",
        "HAP-TYPE-069": "one conformant simulated accessory has a low battery, and another one a full battery",
        "HAP-TYPE-073": "no simulated covering needs longer than the case waits",
        "HAP-WRITE-019": "no simulated accessory has a mode that sets another value",
        "HAP-COAP-014": "no simulated accessory refuses a setup code by a CoAP error",
        "HAP-COAP-016": "no simulated accessory leaves the copies of a request without an answer",
        "HAP-MULTI-005": "the tolerated change is late; no simulated accessory delays the records of one transport",
    ]

    /// A requirement about which a case accepts an alternative, and whether the case warns of the alternative.
    private struct Accepted: Hashable {
        var requirement: String
        var caseID: String
        var warns: Bool
    }

    /// What each `tolerate` and each `any-of` of the cases is about.
    ///
    /// - Throws: what the suites of the checkout have wrong.
    private static func accepted() throws -> Set<Accepted> {
        let library = try Checkout.library
        var found: Set<Accepted> = []
        for item in library.cases {
            func add(_ expectations: [SuiteLanguage.Expectation], warns: Bool) {
                let proven = expectations.flatMap { item.rowProves.isEmpty ? $0.proves : item.rowProves + $0.proves }
                for id in proven {
                    let judged = library.requirements.judged(id)
                    found.insert(Accepted(requirement: judged, caseID: item.id, warns: warns))
                }
            }
            add(item.expectations.filter { !$0.tolerates.isEmpty }, warns: true)
            guard case .procedure(let steps) = item.body else { continue }
            for alternative in steps.flatMap(\.allAlternatives) {
                add(alternative.steps.flatMap(\.allExpectations), warns: alternative.verdict == "warn")
            }
        }
        return found
    }

    /// The requirements that a twin answers or of which it warns, and those that a defect violates with a warning.
    ///
    /// - Throws: what the suites of the checkout have wrong.
    private static func shown() throws -> (answered: Set<String>, warned: Set<String>) {
        let (requirements, simulators) = (try Checkout.library.requirements, try Checkout.simulators)
        let twins = simulators.twins
        let slight = simulators.defects.filter(\.isOnlyWarned).flatMap(\.breaks)
        return (
            Set((twins.flatMap(\.answers) + slight).map(requirements.judged)),
            Set((twins.flatMap(\.warns) + slight).map(requirements.judged))
        )
    }

    @Test("Each requirement of a `tolerate` or an `any-of` has a twin, a defect that warns, or a reason")
    func alternatives() throws {
        let (accepted, shown) = (try Self.accepted(), try Self.shown())
        #expect(accepted.count > 100)
        let missing = accepted.filter {
            !shown.answered.contains($0.requirement) && Self.withoutTwin[$0.requirement] == nil
        }
        #expect(missing.map { "\($0.caseID): \($0.requirement)" }.sorted() == [])
    }

    @Test("If a case warns of the alternative, a twin or a defect shows the warning")
    func warnings() throws {
        let (accepted, shown) = (try Self.accepted(), try Self.shown())
        let missing = accepted.filter {
            $0.warns && !shown.warned.contains($0.requirement) && Self.withoutTwin[$0.requirement] == nil
        }
        #expect(missing.map { "\($0.caseID): \($0.requirement)" }.sorted() == [])
    }

    @Test("Each outcome with a tolerated form is expected for a requirement of which a twin or a defect warns")
    func outcomes() throws {
        let library = try Checkout.library
        let warned = try Self.shown().warned
        let tolerant = library.vocabulary.outcomes.filter { $0.toleratedTest(over: "ip") != nil }.map(\.name)
        #expect(tolerant.count >= 5)
        let unseen = tolerant.filter { name in
            !library.cases.flatMap(\.expectations).contains { expectation in
                expectation.terms.contains { $0.predicate == "outcome" && $0.argument.word == name }
                    && !warned.isDisjoint(with: expectation.proves.map(library.requirements.judged))
            }
        }
        #expect(unseen == [])
    }

    @Test("A requirement without a twin is one that a case accepts an alternative for, and that no twin answers")
    func reasons() throws {
        let (accepted, shown) = (try Self.accepted(), try Self.shown())
        let needless = Self.withoutTwin.keys.filter { id in
            let own = accepted.filter { $0.requirement == id }
            return own.allSatisfy { ($0.warns ? shown.warned : shown.answered).contains(id) }
        }
        #expect(needless.sorted() == [])
    }
}

extension Step {
    /// The alternatives of this step and of the steps inside it.
    fileprivate var allAlternatives: [Alternative] {
        let inside = inner.flatMap(\.allAlternatives)
        guard case .anyOf(let alternatives) = action else { return inside }
        return alternatives + inside
    }
}
