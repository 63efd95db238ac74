import HAPController
import HAPModel
import HAPSession
import Measurement
import RunRecord
import Testing

@testable import Runner

@Suite("Wire events in the journal")
struct JournalObserverTests {
    private let clock: VirtualBench
    private let journal: Journal
    private let observer: JournalObserver

    init() {
        clock = VirtualBench()
        journal = Journal(clock: clock.clock)
        observer = JournalObserver(journal: journal)
    }

    private static func moment(_ milliseconds: Int64) -> Moment { Moment(nanoseconds: milliseconds * 1_000_000) }

    private func event(
        _ kind: WireEvent.Kind,
        on connection: String = "main",
        _ direction: WireEvent.Direction = .in,
        entries: [CharacteristicEntry] = [],
        ending: WireEvent.Ending? = nil
    ) -> WireEvent {
        WireEvent(
            transport: TransportKind(rawValue: "wire"),
            connection: connection,
            session: 1,
            controller: "alice",
            direction: direction,
            kind: kind,
            fields: ["form": ["status": 7]],
            entries: entries,
            ending: ending,
            raw: [1, 2],
            summary: "an event",
            at: Self.moment(30)
        )
    }

    private func recorded(_ event: WireEvent) -> JSON {
        let number = observer.record(event)
        return journal.events[Int(number)].body
    }

    @Test("An event shows its transport, its own fields, its bytes and its summary")
    func fields() {
        let json = recorded(event(.response))
        #expect(json["transport"] == "wire")
        #expect(json["kind"] == "response")
        #expect(json["session"] == 1)
        #expect(json["controller"] == "alice")
        #expect(json["form"]?["status"] == 7)
        #expect(json["tampered"] == false)
        #expect(json["hex"] == "0102")
        #expect(json["summary"] == "an event")
    }

    @Test("The end of a request names the request and has its three times in nanoseconds")
    func moments() {
        let timing = Exchange.Timing(sent: Self.moment(10), firstByte: Self.moment(25), answered: Self.moment(30))
        let ending = WireEvent.Ending(request: 41, fields: ["method": "GET"], timing: timing)
        let json = recorded(event(.response, ending: ending))
        #expect(json["answers"] == 41)
        #expect(json["method"] == "GET")
        #expect(json["took-ms"] == 20)
        #expect(json["sent-ns"] == 10_000_000)
        #expect(json["first-byte-ns"] == 25_000_000)
        #expect(json["answered-ns"] == 30_000_000)
    }

    @Test("A request with more than eight open connections is crowded")
    func crowded() {
        for number in 1...9 { _ = recorded(event(.opened, on: "c\(number)", .out)) }
        let timing = Exchange.Timing(sent: Self.moment(0), answered: Self.moment(1))
        let ending = WireEvent.Ending(request: 1, fields: JSONObject(), timing: timing)
        #expect(recorded(event(.response, on: "c9", ending: ending))["crowded"] == true)
        _ = recorded(event(.closed, on: "c1"))
        _ = recorded(event(.request, on: "c9", .out))
        #expect(recorded(event(.response, on: "c9", ending: ending))["crowded"] == false)
    }

    @Test(
        "Values that do not conform to the accessory's declaration are misfits; one beside an error means nothing",
        arguments: [WireEvent.Kind.event, .response]
    )
    func misfits(of kind: WireEvent.Kind) {
        let characteristic: JSON = ["iid": 2, "type": "8", "format": "uint8", "perms": ["pr", "ev"]]
        let service: JSON = ["iid": 1, "type": "43", "characteristics": [characteristic]]
        observer.note(database: AttributeDatabase(["accessories": [["aid": 1, "services": [service]]]]))
        let wrong: JSON = ["aid": 1, "iid": 2, "value": 300]
        let entries = [
            wrong, ["aid": 1, "iid": 2, "value": 3], ["aid": 1, "iid": 9, "value": 300],
            ["aid": 1, "iid": 2, "value": 300, "status": -70402],
        ]
        let json = recorded(event(kind, entries: entries.map(CharacteristicEntry.init)))
        #expect(json["misfits"] == [.string(wrong.serialized())])
    }

    @Test("A response without entries has no misfits: nothing in it was compared")
    func withoutEntries() {
        #expect(recorded(event(.response))["misfits"] == nil)
    }

    @Test("Events belong to the running instance, and are tampered while a step says so")
    func attribution() {
        observer.attribute(to: "a case")
        observer.note(tampered: true)
        let number = observer.record(event(.response))
        #expect(journal.events[Int(number)].instance == "a case")
        #expect(journal.events[Int(number)].body["tampered"] == true)
        observer.attribute(to: nil)
        #expect(recorded(event(.response))["tampered"] == false)
    }
}
