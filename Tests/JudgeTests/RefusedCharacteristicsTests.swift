import HAPModel
import Judge
import Measurement
import RunRecord
import SuiteLanguage
import Testing

@Suite("Characteristics that the accessory refuses to write")
struct RefusedCharacteristicsTests {
    /// An instance whose only exchange writes 1.9 and gets this status.
    private struct Write {
        var instance: String
        var requirement: String
        var status: Int64 = -70402
        var isFailure = true
    }

    /// The causes of a run of writes, each with a finding if it is refused.
    private static func causes(_ writes: [Write]) throws -> LikelyCauses {
        var events: [JournalEvent] = []
        var verdicts: [Verdict] = []
        for write in writes {
            let request = UInt64(events.count)
            func add(_ kind: JournalEvent.Kind, _ body: JSON) {
                events.append(
                    JournalEvent(
                        sequence: UInt64(events.count),
                        at: Moment(nanoseconds: 0),
                        kind: kind,
                        instance: write.instance,
                        step: "1",
                        body: body
                    )
                )
            }
            add(.wire, ["kind": "request", "start": "PUT /characteristics HTTP/1.1"])
            add(
                .observation,
                ["ids": ["1.9"], "status-codes": .array([JSON(write.status)]), "evidence": .array([JSON(request)])]
            )
            let finding = Finding(
                requirement: write.requirement,
                severity: .failed,
                step: "1",
                expected: "success",
                got: "HTTP 207",
                evidence: [request],
                bearing: .exchange
            )
            let findings = write.isFailure ? [finding] : []
            verdicts.append(
                Verdict(
                    instance: write.instance,
                    caseID: String(write.instance.prefix { $0 != "[" }),
                    outcome: findings.isEmpty ? .passed : .failed,
                    findings: findings
                )
            )
        }
        let library = try HandMadeRun("steps: [{read: 1.2, expect: {value: 5}}]").library
        return LikelyCauses(verdicts, events: events, library: library)
    }

    @Test(
        "Of a characteristic that is always refused, the first case of the run shows the cause, and the others stand below it"
    )
    func always() throws {
        let causes = try Self.causes([
            Write(instance: "a.plain[lamp.on; over=ip]", requirement: "R-MUST"),
            Write(instance: "b.other[lamp.on; row=1; over=ip]", requirement: "R-MUST-2"),
            Write(instance: "b.other[lamp.on; row=2; over=ip]", requirement: "R-MUST-2"),
        ])
        #expect(causes.groups.map(\.requirement) == ["R-MUST"])
        #expect(causes.groups.first?.instances == 3)
    }

    @Test("Of one that is sometimes written, the requirement of which most checks failed shows the cause")
    func sometimes() throws {
        let causes = try Self.causes([
            Write(instance: "a.plain[lamp.on; over=ip]", requirement: "R-MUST"),
            Write(instance: "b.other[lamp.on; row=1; over=ip]", requirement: "R-MUST-2"),
            Write(instance: "b.other[lamp.on; row=2; over=ip]", requirement: "R-MUST-2"),
            Write(instance: "c.fine[lamp.on; over=ip]", requirement: "R-NOT", status: 0, isFailure: false),
        ])
        #expect(causes.groups.map(\.requirement) == ["R-MUST-2"])
    }

    @Test("Another status of the same characteristic has a cause of its own")
    func otherStatus() throws {
        let causes = try Self.causes([
            Write(instance: "a.plain[lamp.on; over=ip]", requirement: "R-MUST"),
            Write(instance: "b.other[lamp.on; over=ip]", requirement: "R-MUST-2", status: -70410),
        ])
        #expect(Set(causes.groups.map(\.requirement)) == ["R-MUST", "R-MUST-2"])
    }
}
