import HAPModel
import RunRecord
import SuiteLanguage

/// The rules over all messages that the accessory broke, and the messages that broke them.
///
/// A response that breaks a rule explains other findings on the same response only if it does harm: an accessory with
/// a wrong Content-Type in every response passes most cases, but one whose JSON cannot be read fails them. So a rule
/// counts only if most instances that rest on a message that broke it have findings, in several cases.
///
/// Bytes that cannot be decoded break a rule, too, but they may have many causes: a wrong key, counter, nonce or length.
/// So may a request that stays without an answer. Which of the causes it is, they do not show, so they explain nothing.
struct BrokenRules {
    /// The numbers of the events, by the requirement that they violate.
    private(set) var messages: [String: Set<UInt64>] = [:]
    /// Those that explain other findings.
    private(set) var harmful: [String: Set<UInt64>] = [:]

    /// The least share of instances with findings, of those that rest on messages that broke the rule.
    private static let leastHarm = 0.8

    init(_ verdicts: [Verdict], events: [JournalEvent], library: SuiteLibrary) {
        let judge = Judge(library: library)
        let silent = Set(events.lazy.filter(\.hidesItsCause).flatMap(Evidence.cited))
        var facts: RunFacts?
        for verdict in verdicts where !verdict.findings.isEmpty {
            guard case .monitor(let monitor)? = library.case(verdict.caseID)?.body else { continue }
            let run = facts ?? RunFacts(events)
            facts = run
            let violations = judge.violations(of: monitor, run: run)
            let broken = violations.reduce(into: Set()) { $0.formUnion($1) }
            let telling = violations.filter(silent.isDisjoint).reduce(into: Set()) { $0.formUnion($1) }
            let isHarmful = Self.harm(of: telling, among: verdicts, library) >= Self.leastHarm
            for requirement in Set(verdict.findings.map(\.requirement)) {
                messages[requirement, default: []].formUnion(broken)
                if isHarmful { harmful[requirement, default: []].formUnion(telling) }
            }
        }
    }

    /// The least number of cases that rest on messages that broke the rule. With fewer, each may have a cause of its own
    /// that shows in the same answer.
    private static let leastCases = 5

    /// The share of instances with findings, of those whose verdict rests on one of the messages; 0 for few cases.
    private static func harm(of messages: Set<UInt64>, among verdicts: [Verdict], _ library: SuiteLibrary) -> Double {
        var (all, harmed) = (0, 0)
        var cases: Set<String> = []
        for verdict in verdicts where verdict.outcome == .passed || !verdict.findings.isEmpty {
            guard case .procedure? = library.case(verdict.caseID)?.body,
                verdict.evidence.contains(where: messages.contains)
            else { continue }
            all += 1
            cases.insert(verdict.caseID)
            if !verdict.findings.isEmpty { harmed += 1 }
        }
        return cases.count < leastCases ? 0 : Double(harmed) / Double(all)
    }
}

extension JournalEvent {
    /// Whether it shows bytes that are no message, or that no answer arrived, and not why.
    fileprivate var hidesItsCause: Bool {
        guard kind == .wire else { return false }
        if self["opened"] == false { return self["plain"] != true && self["opened-otherwise"] == nil }
        switch TransportFault(self)?.kind {
        case .undecodable, .unanswered, .late: return true
        case .reset, .truncated, nil: return false
        }
    }
}
