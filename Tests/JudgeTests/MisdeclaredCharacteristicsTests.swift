import HAPModel
import Judge
import Measurement
import RunRecord
import Testing

@Suite("Characteristics that the database declares wrongly")
struct MisdeclaredCharacteristicsTests {
    private static let place = "aid 1, service Lamp (iid 8), On (iid 9)"

    /// An instance that sends one request for 1.9 and is refused.
    private struct Refusal {
        var instance: String
        var start = "PUT /characteristics HTTP/1.1"
        var status: Int64
        var onlySubscribes = false
    }

    /// The causes of a run: a finding about the database, R-MUST, and one of R-MUST-2 for each refusal.
    private static func causes(
        at place: String = place,
        permissions: JSON = ["pr", "pw", "ev"],
        _ refusals: [Refusal],
        isSubscribed: Bool = false
    ) throws -> LikelyCauses {
        var events: [JournalEvent] = []
        func add(_ kind: JournalEvent.Kind, _ instance: String?, _ body: JSON) {
            let (sequence, step) = (UInt64(events.count), instance == nil ? nil : "1")
            let moment = Moment(nanoseconds: 0)
            events.append(
                JournalEvent(sequence: sequence, at: moment, kind: kind, instance: instance, step: step, body: body)
            )
        }
        func exchange(_ refusal: Refusal) -> UInt64 {
            let request = UInt64(events.count)
            add(.wire, refusal.instance, ["kind": "request", "start": .string(refusal.start)])
            var body: JSONObject = ["ids": ["1.9"], "status-codes": .array([JSON(refusal.status)])]
            if refusal.onlySubscribes { body["only-subscribes"] = true }
            body["evidence"] = .array([JSON(request)])
            add(.observation, refusal.instance, .object(body))
            return request
        }
        let entry: JSON = ["place": .string(Self.place), "accessory": "aid 1", "iid": 9, "perms": permissions]
        add(.snapshot, nil, ["name": "database", "characteristic": .array([entry])])
        var verdicts = [verdict("a.declared[over=ip]", "R-MUST", step: place, bearing: .answer)]
        if isSubscribed { _ = exchange(Refusal(instance: "b.on[over=ip]", status: 0, onlySubscribes: true)) }
        for refusal in refusals {
            let request = exchange(refusal)
            verdicts.append(verdict(refusal.instance, "R-MUST-2", bearing: .exchange, evidence: [request]))
        }
        let library = try HandMadeRun("steps: [{read: 1.2, expect: {value: 5}}]").library
        return LikelyCauses(verdicts, events: events, library: library)
    }

    private static func verdict(
        _ instance: String,
        _ requirement: String,
        step: String = "1",
        bearing: Bearing,
        evidence: [UInt64] = []
    ) -> Verdict {
        let finding = Finding(
            requirement: requirement,
            severity: .failed,
            step: step,
            expected: "e",
            got: "g",
            evidence: evidence,
            bearing: bearing
        )
        let caseID = String(instance.prefix { $0 != "[" })
        return Verdict(instance: instance, caseID: caseID, outcome: .failed, findings: [finding])
    }

    @Test("A refused write of a characteristic that is declared wrongly stands below the declaration")
    func refusedWrite() throws {
        let causes = try Self.causes([Refusal(instance: "c.written[over=ip]", status: -70404)])
        #expect(causes.groups.map(\.requirement) == ["R-MUST"])
        #expect(causes.groups.first?.instances == 2)
    }

    @Test("An accepted subscription does not show that the characteristic can be written")
    func acceptedSubscription() throws {
        let causes = try Self.causes([Refusal(instance: "c.written[over=ip]", status: -70404)], isSubscribed: true)
        #expect(causes.groups.map(\.requirement) == ["R-MUST"])
    }

    @Test("What the database does not allow is not explained by what else is wrong with the characteristic")
    func undeclaredPermission() throws {
        let causes = try Self.causes(permissions: ["pr"], [Refusal(instance: "c.written[over=ip]", status: -70404)])
        #expect(Set(causes.groups.map(\.requirement)) == ["R-MUST", "R-MUST-2"])
    }

    @Test("A subscription is refused because of the permission to notify, not of the one to write")
    func refusedSubscription() throws {
        let refusal = Refusal(instance: "c.subscribed[over=ip]", status: -70406, onlySubscribes: true)
        let other = try Self.causes(permissions: ["pr", "pw"], [refusal])
        #expect(Set(other.groups.map(\.requirement)) == ["R-MUST", "R-MUST-2"])
        #expect(try Self.causes([refusal]).groups.map(\.requirement) == ["R-MUST"])
    }

    @Test(
        "A characteristic that does not exist at all is explained by what is wrong around it",
        arguments: ["database", "aid 1", "aid 1, service Lamp (iid 8)"]
    )
    func unknown(place: String) throws {
        let read = "GET /characteristics?id=1.9 HTTP/1.1"
        let unknown = Refusal(instance: "c.read[over=ip]", start: read, status: -70409)
        #expect(try Self.causes(at: place, [unknown]).groups.map(\.requirement) == ["R-MUST"])
        let busy = Refusal(instance: "c.read[over=ip]", start: read, status: -70403)
        let causes = try Self.causes(at: place, [busy])
        #expect(Set(causes.groups.map(\.requirement)) == ["R-MUST", "R-MUST-2"])
    }
}
