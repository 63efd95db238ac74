import HAPModel
import Judge
import Measurement
import RunRecord
import Testing

@Suite("Preparations of timed writes that the accessory refuses")
struct RefusedPreparationsTests {
    private static let preparation = "PUT /prepare HTTP/1.1"
    private static let write = "PUT /characteristics HTTP/1.1"

    /// The causes of a run in which `a.b`, whose first step only prepares, violates R-MUST, and another case R-MUST-2.
    private static func causes(_ other: (start: String, got: String), first: String = "HTTP 400 ") throws
        -> LikelyCauses
    {
        var events: [JournalEvent] = []
        let requests = [("a.b[over=ip]", preparation, first), ("c.d[over=ip]", other.start, other.got)]
        let verdicts = requests.enumerated().map { index, request in
            let (instance, start, got) = request
            events.append(
                JournalEvent(
                    sequence: UInt64(index),
                    at: Moment(nanoseconds: 0),
                    kind: .wire,
                    instance: instance,
                    step: "1",
                    body: ["kind": "request", "start": .string(start)]
                )
            )
            let finding = Finding(
                requirement: index == 0 ? "R-MUST" : "R-MUST-2",
                severity: .failed,
                step: "1",
                expected: "success",
                got: got,
                evidence: [UInt64(index)],
                bearing: .exchange
            )
            let caseID = String(instance.prefix { $0 != "[" })
            return Verdict(instance: instance, caseID: caseID, outcome: .failed, findings: [finding])
        }
        let run = try HandMadeRun("steps: [{request: {method: PUT, path: /prepare}, expect: {outcome: success}}]")
        return LikelyCauses(verdicts, events: events, library: run.library)
    }

    @Test("A timed write whose preparation is refused in the same way stands below the case that only prepares")
    func sameResponse() throws {
        let causes = try Self.causes((Self.preparation, "HTTP 400 "))
        #expect(causes.groups.map(\.requirement) == ["R-MUST"])
        #expect(causes.groups.first?.instances == 2)
    }

    @Test("A preparation with another response, and another request, have a cause of their own")
    func otherResponse() throws {
        for other in [(Self.preparation, "HTTP 500 "), (Self.write, "HTTP 400 ")] {
            let causes = try Self.causes(other)
            #expect(Set(causes.groups.map(\.requirement)) == ["R-MUST", "R-MUST-2"])
        }
    }
}
