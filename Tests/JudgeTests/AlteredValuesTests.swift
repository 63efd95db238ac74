import HAPModel
import Judge
import Measurement
import RunRecord
import SuiteLanguage
import Testing

@Suite("Characteristics that the accessory stores with another value")
struct AlteredValuesTests {
    /// The causes of a run of two instances, which each find 10, write 60 and read what the accessory made of it.
    ///
    /// - Parameters:
    ///   - isAccepted: whether the accessory answers the write with success; otherwise the run shows no answer.
    ///   - isStimulated: whether something is done at the device after that.
    ///   - isEventMissing: whether a third instance does the same, but waits for an event and gets none.
    private static func causes(
        reading value: JSON,
        isMetElsewhere: Bool = true,
        isAccepted: Bool = false,
        isStimulated: Bool = false,
        isEventMissing: Bool = false
    ) throws -> LikelyCauses {
        let library = try HandMadeRun.libraryWithConsequence()
        var events: [JournalEvent] = []
        var verdicts: [Verdict] = []
        let instances = [("x.y[over=ip]", "R-MUST"), ("x.z[over=ip]", "R-NOT"), ("x.w[over=ip]", "R-MUST")]
        for (instance, requirement) in instances.prefix(isEventMissing ? 3 : 2) {
            func add(_ kind: JournalEvent.Kind, _ body: JSON) {
                events.append(
                    JournalEvent(
                        sequence: UInt64(events.count),
                        at: Moment(nanoseconds: 0),
                        kind: kind,
                        instance: instance,
                        step: "1",
                        body: body
                    )
                )
            }
            for (kind, value) in [("response", 10), ("request", 60), ("response", value)] as [(JSON, JSON)] {
                add(.wire, ["kind": kind, "body": ["characteristics": [["aid": 1, "iid": 9, "value": value]]]])
                guard kind == "request", isAccepted else { continue }
                let request = events[events.count - 1].sequence
                add(.wire, ["kind": "response", "answers": JSON(request), "http": ["status": 204]])
                if isStimulated { add(.observation, ["kind": "exchange", "summary": "done"]) }
            }
            let shown = instance == "x.w[over=ip]" ? [] : [UInt64(events.count - 1)]
            add(.observation, ["ids": ["1.9"]])
            let finding = Finding(
                requirement: requirement,
                severity: .failed,
                step: "2",
                expected: "value: 60",
                got: "HTTP 200",
                evidence: shown,
                bearing: .answer
            )
            verdicts.append(
                Verdict(instance: instance, caseID: "x.\(requirement)", outcome: .failed, findings: [finding])
            )
        }
        if isMetElsewhere {
            verdicts.append(
                Verdict(
                    instance: "a.b[over=ip]",
                    caseID: "a.b",
                    outcome: .passed,
                    findings: [],
                    met: ["R-MUST"]
                )
            )
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

    @Test("A value from before is altered if the accessory accepted another one")
    func forgotten() throws {
        #expect(try Self.causes(reading: 10, isAccepted: true).groups.map(\.requirement) == ["R-NOT"])
        #expect(Set(try Self.causes(reading: 60, isAccepted: true).groups.map(\.requirement)) == ["R-MUST", "R-NOT"])
    }

    @Test("A missing event follows from a value that is not stored")
    func missingEvent() throws {
        let forgotten = try Self.causes(reading: 10, isAccepted: true, isEventMissing: true)
        #expect(forgotten.groups.map(\.requirement) == ["R-NOT"])
        let stored = try Self.causes(reading: 60, isAccepted: true, isEventMissing: true)
        #expect(Set(stored.groups.map(\.requirement)) == ["R-MUST", "R-NOT"])
    }

    @Test("What was changed at the device is not altered")
    func stimulated() throws {
        let causes = try Self.causes(reading: 10, isAccepted: true, isStimulated: true)
        #expect(Set(causes.groups.map(\.requirement)) == ["R-MUST", "R-NOT"])
    }

    @Test("A requirement that was met nowhere is a cause of its own")
    func alwaysBroken() throws {
        let causes = try Self.causes(reading: 75, isMetElsewhere: false)
        #expect(Set(causes.groups.map(\.requirement)) == ["R-MUST", "R-NOT"])
    }
}
