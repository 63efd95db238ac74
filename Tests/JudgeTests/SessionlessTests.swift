import HAPModel
import Judge
import RunRecord
import Testing

@Suite("Accessories whose sessions do not work")
struct SessionlessTests {
    private static let read = "one: {it: {}}\nsteps:\n- {read: it, expect: {outcome: success}}"

    private static func wire(_ kind: JSON, _ direction: JSON, session: JSON) -> JSON {
        ["kind": kind, "direction": direction, "transport": "ip", "connection": "main", "session": session]
    }

    private static func unanswered(evidence: JSON) -> JSON {
        [
            "kind": "entries", "answered": false, "failure": "closed", "evidence": evidence,
            "summary": "the accessory closed the connection without a response",
        ]
    }

    /// A run in which a session began, and in which the instance has this wire event and no answer.
    private func run(_ event: JSON, isCited: Bool) throws -> HandMadeRun {
        var bench = try HandMadeRun(Self.read)
        bench.elsewhere(.wire, Self.wire("secured", "out", session: 1))
        bench.add(.binding, ["it": "1.2"])
        let number = bench.add(.wire, event)
        bench.saw("1", Self.unanswered(evidence: isCited ? [JSON(number)] : []))
        return bench
    }

    @Test("A request without an answer in a session says nothing about what the case is about")
    func request() throws {
        let verdict = try run(Self.wire("request", "out", session: 1), isCited: true).verdict
        #expect(verdict.outcome == .inconclusive)
        #expect(verdict.reason?.contains("has answered no request in a session") == true, "\(verdict.reason ?? "")")
    }

    @Test("Nor does a session that the accessory closed before the request")
    func closedBefore() throws {
        let verdict = try run(Self.wire("closed", "in", session: 1), isCited: false).verdict
        #expect(verdict.outcome == .inconclusive)
    }

    @Test("After one answer in a session it does")
    func afterAnAnswer() throws {
        var bench = try run(Self.wire("request", "out", session: 1), isCited: true)
        bench.elsewhere(.wire, Self.wire("response", "in", session: 1))
        #expect(bench.verdict.outcome == .failed)
    }

    @Test("A request without a session is judged")
    func plain() throws {
        #expect(try run(Self.wire("request", "out", session: 0), isCited: true).verdict.outcome == .failed)
        #expect(try run(Self.wire("closed", "in", session: 0), isCited: false).verdict.outcome == .failed)
    }
}
