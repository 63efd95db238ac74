import HAPModel
import RunRecord
import SuiteLanguage

/// The rules over all messages that the accessory broke, and the messages that broke them.
///
/// A response that breaks a rule explains other findings on the same response only if it does harm: an accessory with
/// a wrong Content-Type in every response passes most cases, but one whose JSON cannot be read fails them. So a rule
/// counts only if most instances that rest on a message that broke it have findings.
///
/// Bytes that cannot be decoded break a rule, too, but they may have many causes: a wrong key, counter, nonce or length.
/// Which of them, they do not show, so they explain nothing.
struct BrokenRules {
    /// The numbers of the events, by the requirement that they violate.
    private(set) var messages: [String: Set<UInt64>] = [:]
    /// Those that explain other findings.
    private(set) var harmful: [String: Set<UInt64>] = [:]

    /// The least share of instances with findings, of those that rest on messages that broke the rule.
    private static let leastHarm = 0.8

    init(_ verdicts: [Verdict], events: [JournalEvent], library: SuiteLibrary) {
        let judge = Judge(library: library)
        let undecodable = Set(events.lazy.filter(\.isUndecodable).map(\.sequence))
        var facts: RunFacts?
        for verdict in verdicts where !verdict.findings.isEmpty {
            guard case .monitor(let monitor)? = library.case(verdict.caseID)?.body else { continue }
            let run = facts ?? RunFacts(events)
            facts = run
            let broken = judge.violations(of: monitor, run: run)
            let readable = broken.subtracting(undecodable)
            let isHarmful = Self.harm(of: readable, among: verdicts, library) >= Self.leastHarm
            for requirement in Set(verdict.findings.map(\.requirement)) {
                messages[requirement, default: []].formUnion(broken)
                if isHarmful { harmful[requirement, default: []].formUnion(readable) }
            }
        }
    }

    /// The share of instances with findings, of those whose verdict rests on one of the messages.
    private static func harm(of messages: Set<UInt64>, among verdicts: [Verdict], _ library: SuiteLibrary) -> Double {
        var (all, harmed) = (0, 0)
        for verdict in verdicts where verdict.outcome == .passed || !verdict.findings.isEmpty {
            guard case .procedure? = library.case(verdict.caseID)?.body,
                verdict.evidence.contains(where: messages.contains)
            else { continue }
            all += 1
            if !verdict.findings.isEmpty { harmed += 1 }
        }
        return all == 0 ? 0 : Double(harmed) / Double(all)
    }
}

extension JournalEvent {
    /// Whether it shows bytes that are no message, and not why.
    fileprivate var isUndecodable: Bool {
        guard kind == .wire else { return false }
        if body["opened"] == false { return body["plain"] != true && body["opened-otherwise"] == nil }
        return TransportFault(self)?.kind == .undecodable
    }
}
