import HAPModel
import Judge
import RunRecord
import Testing

@testable import Reporting

@Suite("Whether the link is bad")
struct LinkHealthTests {
    /// Four instances of different cases, in which a connection failed and which could not be judged.
    ///
    /// - Parameters:
    ///   - secondAttempt: what happened to the connection in the second attempt; `nil` for nothing.
    ///   - lasting: the number of further instances in which connections failed in both attempts.
    private func run(secondAttempt: JSON?, lasting: Int = 0) throws -> RunReport {
        var run = EditedRun()
        run.add(.header, EditedRun.header)
        let cases = ["pair-setup.m3-first", "pair-setup.items", "session.replayed-frame", "pair-setup.quirk"]
        for instance in cases.map({ "\($0)[over=ip]" }) {
            run.add(.wire, instance, Self.reset)
            run.add(.repeat, instance, [:])
            if let secondAttempt { run.add(.wire, instance, secondAttempt) }
            var verdict = EditedRun.verdict(instance, .inconclusive, reason: "the accessory closed the connection")
            verdict.repetition = .unsettled
            run.add(verdict)
        }
        for instance in (0..<lasting).map({ "write.wrong-type[row=\($0); over=ip]" }) {
            run.add(.wire, instance, Self.reset)
            run.add(.repeat, instance, [:])
            run.add(.wire, instance, Self.reset)
            var verdict = EditedRun.verdict(instance, .inconclusive, reason: "the accessory closed the connection")
            verdict.repetition = .unsettled
            run.add(verdict)
        }
        run.add(.close, nil, RunEnd.completed.json)
        return try run.report()
    }

    private static let reset: JSON = ["kind": "closed", "direction": "in", "decoded": ["by": "reset"]]
    private static let close: JSON = [
        "kind": "closed", "direction": "in", "decoded": ["by": "peer"], "failure": "closed", "tampered": false,
    ]

    @Test("Connections that fail once in unrelated cases are the link's fault")
    func bad() throws {
        #expect(try run(secondAttempt: nil).link.isBad)
    }

    @Test(
        "Connections that fail once are the exception beside those that fail again",
        arguments: [(12, true), (13, false)]
    )
    func rare(lasting: Int, isBad: Bool) throws {
        #expect(try run(secondAttempt: nil, lasting: lasting).link.isBad == isBad)
    }

    @Test(
        "Unanswered requests are the accessory's fault if nearly all are the first of their sessions",
        arguments: [true, false]
    )
    func firstRequests(_ areFirst: Bool) throws {
        var run = EditedRun()
        run.add(.header, EditedRun.header)
        for number in 0..<6 {
            let (instance, wire) = ("read.one[row=\(number); over=ip]", JSON.string("b@\(number)"))
            run.add(.wire, instance, ["kind": "secured", "direction": "out", "connection": wire, "session": 1])
            if !areFirst {
                run.add(.wire, instance, ["kind": "response", "direction": "in", "connection": wire, "session": 1])
            }
            run.add(
                .wire,
                instance,
                [
                    "kind": "failure", "direction": "in", "connection": wire, "session": 1,
                    "decoded": ["failure": "timed-out"],
                ]
            )
            run.add(.repeat, instance, [:])
            var verdict = EditedRun.verdict(instance, .passed)
            verdict.repetition = .cleared
            run.add(verdict)
        }
        run.add(.close, nil, RunEnd.completed.json)
        let link = try run.report().link
        let note = try #require(link.notes.first)
        #expect(note.contains("left the first request of a session unanswered 6 times") == areFirst, "\(note)")
        #expect(!link.isBad)
    }

    @Test(
        "Connections that the accessory ends again, in the same way or by a close, are not",
        arguments: [reset, close]
    )
    func lasting(_ again: JSON) throws {
        let link = try run(secondAttempt: again).link
        #expect(!link.isBad && link.cleared.isEmpty && link.notes.isEmpty)
        #expect(link.faults[.reset] == (again == Self.reset ? 8 : 4))
    }
}
