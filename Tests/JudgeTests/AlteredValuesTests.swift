import HAPModel
import Judge
import Measurement
import RunRecord
import SuiteLanguage
import Testing

@Suite("Characteristics that the accessory stores with another value")
struct AlteredValuesTests {
    /// The causes of a run of two instances, which each find 10, write 60 and read what the accessory made of it.
    private static func causes(reading value: JSON, isMetElsewhere: Bool = true) throws -> LikelyCauses {
        let library = try HandMadeRun.libraryWithConsequence()
        var events: [JournalEvent] = []
        var verdicts: [Verdict] = []
        for (instance, requirement) in [("x.y[over=ip]", "R-MUST"), ("x.z[over=ip]", "R-NOT")] {
            for (kind, value) in [("response", 10), ("request", 60), ("response", value)] as [(JSON, JSON)] {
                let body: JSON = ["characteristics": [["aid": 1, "iid": 9, "value": value]]]
                events.append(
                    JournalEvent(
                        sequence: UInt64(events.count),
                        at: Moment(nanoseconds: 0),
                        kind: .wire,
                        instance: instance,
                        step: "1",
                        body: ["kind": kind, "body": body]
                    )
                )
            }
            let finding = Finding(
                requirement: requirement,
                severity: .failed,
                step: "2",
                expected: "value: 60",
                got: "HTTP 200",
                evidence: [UInt64(events.count - 1)],
                bearing: .answer
            )
            verdicts.append(
                Verdict(instance: instance, caseID: "x.\(requirement)", outcome: .failed, findings: [finding])
            )
        }
        if isMetElsewhere {
            verdicts.append(Verdict(instance: "a.b[over=ip]", caseID: "a.b", outcome: .passed, findings: []))
        }
        return LikelyCauses(verdicts, events: events, library: library)
    }

    @Test(
        "What shows only that a value was altered stands below the requirement from which the catalogue says that it follows"
    )
    func altered() throws {
        let causes = try Self.causes(reading: 75)
        #expect(causes.groups.map(\.requirement) == ["R-NOT"])
        #expect(causes.groups.first?.instances == 2)
    }

    @Test("A value from before, or the written one, is not altered")
    func known() throws {
        for value in [10, 60] as [JSON] {
            let causes = try Self.causes(reading: value)
            #expect(Set(causes.groups.map(\.requirement)) == ["R-MUST", "R-NOT"], "\(value)")
        }
    }

    @Test("A requirement that was met nowhere is a cause of its own")
    func alwaysBroken() throws {
        let causes = try Self.causes(reading: 75, isMetElsewhere: false)
        #expect(Set(causes.groups.map(\.requirement)) == ["R-MUST", "R-NOT"])
    }
}
