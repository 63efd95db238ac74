import HAPModel
import Judge
import Measurement
import RunRecord
import Testing

@Suite("Requests of a kind that the accessory never answers")
struct UnansweredRequestsTests {
    /// The causes of a run in which each of these cases sends a request that is not answered, and violates its own requirement.
    ///
    /// - Parameters:
    ///   - states: the State of each case's request to /pair-setup.
    ///   - answered: the States of requests that are answered elsewhere.
    private static func causes(_ states: [Int], answered: [Int] = [], step: String = "1") throws -> [String] {
        var events: [JournalEvent] = []
        func add(_ body: JSON) -> UInt64 {
            let number = UInt64(events.count)
            events.append(
                JournalEvent(
                    sequence: number,
                    at: Moment(nanoseconds: 0),
                    kind: .wire,
                    instance: nil,
                    step: nil,
                    body: body
                )
            )
            return number
        }
        func send(_ state: Int) -> UInt64 {
            add(["kind": "request", "start": "POST /pair-setup HTTP/1.1", "state": JSON(state)])
        }
        for state in answered {
            let request = send(state)
            _ = add(["kind": "response", "answers": JSON(request), "tampered": false])
        }
        let requirements = ["R-MUST", "R-MUST-2", "R-NOT"]
        let verdicts = zip(states, requirements).map { state, requirement in
            let request = send(state)
            _ = add(["kind": "closed", "answers": JSON(request), "tampered": false, "failure": "closed"])
            let finding = Finding(
                requirement: requirement,
                severity: .failed,
                step: step,
                expected: "\(requirement) holds",
                got: "the accessory closed the connection without a response",
                evidence: [request],
                bearing: step == Finding.afterwards ? .answer : .exchange
            )
            return Verdict(instance: "\(requirement)[over=ip]", caseID: "a.b", outcome: .failed, findings: [finding])
        }
        let run = try HandMadeRun("steps: [{read: 1.2, expect: {value: 5}}]")
        return LikelyCauses(verdicts, events: events, library: run.library).groups.map(\.requirement)
    }

    @Test(
        "They have one cause, whether a response or the whole accessory is missing",
        arguments: ["1", Finding.afterwards]
    )
    func never(_ step: String) throws {
        #expect(try Self.causes([5, 5, 5], step: step).count == 1)
    }

    @Test("Requests of another kind have a cause of their own, and so has a request that is answered elsewhere")
    func otherwise() throws {
        #expect(try Self.causes([5, 5, 1]).count == 3)
        #expect(try Self.causes([5, 5, 5], answered: [5]).count == 3)
        #expect(try Self.causes([5, 5, 5], answered: [3]).count == 1)
    }
}
