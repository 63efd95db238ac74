import HAPController
import HAPModel
import HAPSession
import Measurement
import Testing

@testable import Observations

@Suite("Observations of events")
struct EventsObservationTests {
    private static let switchOn = CharacteristicID(aid: 1, iid: 2)
    private static let heat = CharacteristicID(aid: 1, iid: 3)

    private func observe(
        _ messages: [(Int64, UInt64, [JSON])],
        wanted: [CharacteristicID] = [],
        stimuli: [ClosedRange<Int64>] = []
    ) -> JSON {
        let log = EventsObservation.Log(
            wanted: wanted,
            names: ["it": Self.switchOn, "heat": Self.heat],
            database: Sample.database(
                ["iid": 2, "type": "25", "format": "bool"],
                ["iid": 3, "type": "11", "format": "float", "minStep": 0.5]
            ),
            start: Sample.moment(1000),
            stimuli: stimuli.map { Sample.moment($0.lowerBound)...Sample.moment($0.upperBound) }
        )
        let messages = messages.map { at, evidence, entries in
            EventNotice(
                entries: entries.map { CharacteristicEntry($0) },
                at: Sample.moment(at),
                evidence: evidence
            )
        }
        return EventsObservation(messages, for: log).json
    }

    @Test("Without an event everything is empty")
    func none() {
        #expect(
            observe([]) == [
                "kind": "events", "count": 0, "messages": 0, "values": [], "last": .null, "last-within": .null,
                "last-values": [], "times-ms": [], "density": [], "delays-ms": .null, "slowest-ms": .null,
                "evidence": [], "entries": [],
                "of": [:], "summary": "no event was received",
            ]
        )
    }

    @Test("A frame that cannot be decrypted is named: events may be missing")
    func unreadableFrame() {
        let log = EventsObservation.Log(
            wanted: [Self.switchOn],
            names: [:],
            database: Sample.database(["iid": 2, "type": "25", "format": "bool"]),
            start: Sample.moment(1000),
            stimuli: []
        )
        let lost = EventNotice(entries: [], flaw: .frame("frame 1 does not open"), at: Sample.moment(1010), evidence: 4)
        let json = EventsObservation([lost], for: log).json
        #expect(json["frame-flaw"] == "frame 1 does not open" && json["json-flaw"] == nil && json["count"] == 0)
    }

    @Test("A message with several entries counts once, its entries each")
    func severalEntries() {
        let entries: [JSON] = [["aid": 1, "iid": 2, "value": true], ["aid": 1, "iid": 3, "value": 20.5]]
        let json = observe([(1100, 9, entries), (1250, 12, [["aid": 1, "iid": 2, "value": false]])])
        #expect(
            json.only("count", "messages", "values", "last", "times-ms", "evidence") == [
                "count": 3, "messages": 2, "values": [true, 20.5, false], "last": false, "times-ms": [100, 250],
                "evidence": [9, 12],
            ]
        )
        #expect(json["of"]?["it"] == ["aid": 1, "iid": 2, "value": false])
        #expect(json["entries"]?[1]?["value-within"] != nil)
        #expect(json["last-within"] == .null)
    }

    @Test("Entries about other characteristics, or without ids, are left out of a log")
    func wanted() {
        let other: JSON = ["aid": 1, "iid": 3, "value": 1.5]
        let messages: [(Int64, UInt64, [JSON])] = [(1010, 1, [other]), (1020, 2, [["value": true], "text"])]
        #expect(
            observe(messages, wanted: [Self.switchOn]).only("count", "messages", "evidence") == [
                "count": 0, "messages": 0, "evidence": [],
            ]
        )
        #expect(
            observe(messages).only("count", "messages", "values") == [
                "count": 3, "messages": 2, "values": [1.5, true, .null],
            ]
        )
    }

    @Test("Each stimulus gets the first later event that does not belong to an earlier stimulus")
    func delays() {
        let event: [JSON] = [["aid": 1, "iid": 2, "value": true]]
        let json = observe([(1100, 1, event), (1400, 2, event)], stimuli: [1050...1050, 1090...1090, 1500...1500])
        #expect(json.only("delays-ms", "slowest-ms") == ["delays-ms": [50, 310], "slowest-ms": 310])
    }

    @Test("A delay counts from the end of a stimulus, which may take time before it causes anything")
    func slowStimulus() {
        let event: [JSON] = [["aid": 1, "iid": 2, "value": true]]
        let json = observe([(1380, 1, event), (1700, 2, event)], stimuli: [1050...1370, 1500...1720])
        #expect(json.only("delays-ms") == ["delays-ms": [10, 0]])
    }

    @Test("The last value of a float has its tolerance")
    func tolerance() throws {
        let json = observe([(1100, 1, [["aid": 1, "iid": 3, "value": 20.5]])])
        let within = try #require(json["last-within"]?.doubleValue)
        #expect(within > 0.249 && within < 0.25)
        #expect(json["summary"] == "1 event in 1 message: 1.3 = 20.5 after 100 ms")
    }
}
