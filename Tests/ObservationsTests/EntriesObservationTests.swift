import HAPController
import HAPModel
import HAPSession
import HTTPWire
import Testing

@testable import Observations

@Suite("Observations of entries")
struct EntriesObservationTests {
    private static let first = CharacteristicID(aid: 1, iid: 2)
    private static let second = CharacteristicID(aid: 1, iid: 3)
    private static let database = Sample.database(
        ["iid": 2, "type": "8", "format": "int", "perms": ["pr", "pw"], "minValue": 0, "maxValue": 100],
        ["iid": 3, "type": "11", "format": "float", "perms": ["pr"], "minStep": 0.5],
        ["iid": 4, "type": "1F", "format": "tlv8", "perms": ["pr"]],
        ["iid": 5, "type": "73", "format": "uint8", "perms": ["pr"]]
    )

    private func observe(
        _ answers: HTTPMessage...,
        asked: [CharacteristicID] = [first],
        isWrite: Bool = false,
        options: ReadOptions = ReadOptions()
    ) throws -> EntriesObservation {
        let reader = EntryReader(
            names: ["it": Self.first, "other": Self.second],
            before: [Self.first: 7],
            database: Self.database,
            catalogue: try Sample.catalogue(),
            options: options
        )
        let exchange = Sample.exchange(answers, asked: asked, isWrite: isWrite)
        return EntriesObservation(exchange, within: Sample.within, reader: reader)
    }

    @Test("An entry shows its status and the value before, under its name")
    func read() throws {
        let body = #"{"characteristics":[{"aid":1,"iid":2,"value":50}]}"#
        let json = try observe(try Sample.message(200, json: body)).json
        let entry: JSON = [
            "aid": 1, "iid": 2, "value": 50, "status": "success", "status-code": 0, "before": 7, "differs": [],
        ]
        #expect(json["entries"] == [entry])
        #expect(json["entry"] == entry)
        #expect(json["of"] == ["it": entry])
        #expect(
            json.only("asked", "ids", "missing", "extra", "statuses", "status-codes", "evs", "misfits", "undefined")
                == [
                    "asked": ["1.2"], "ids": ["1.2"], "missing": [], "extra": [], "statuses": ["success"],
                    "status-codes": [0],
                    "evs": [], "misfits": [], "undefined": [],
                ]
        )
        #expect(
            json["answers"]?[0]?.only("body", "entries", "id") == [
                "body": try JSON.parse(Array(body.utf8)), "entries": [entry], "id": "1.2",
            ]
        )
    }

    @Test("A 204 gives each written entry success, and a read none")
    func silentSuccess() throws {
        let message = try Sample.message(HTTPResponse(204))
        let written = try observe(message, asked: [Self.second, Self.first], isWrite: true)
        #expect(written.entries.map(\.id) == [Self.second, Self.first])
        #expect(written.json["status-codes"] == [0, 0])
        #expect(written.json["missing"] == [])
        #expect(try observe(message).json.only("entries", "entry", "missing") == ["entries": [], "missing": ["1.2"]])
    }

    @Test("Without a response every list is empty")
    func silent() throws {
        let json = try observe(asked: [Self.first]).json
        #expect(
            json.only("answered", "entries", "entry", "ids", "missing", "statuses", "of", "answers") == [
                "answered": false, "entries": [], "ids": [], "missing": ["1.2"], "statuses": [], "of": [:],
                "answers": [],
            ]
        )
    }

    @Test("Malformed JSON, entries without ids and entries that are not objects are kept unchanged")
    func malformed() throws {
        #expect(try observe(try Sample.message(200, json: #"{"characteristics":["#)).json["entries"] == [])
        #expect(try observe(try Sample.message(200, json: #"{"characteristics":{}}"#)).json["entries"] == [])
        let body = #"{"characteristics":[{"aid":1,"value":5},"text",{"aid":"1","iid":2,"status":"x"}]}"#
        let json = try observe(try Sample.message(207, json: body)).json
        #expect(
            json.only("ids", "missing", "statuses", "status-codes", "failed") == [
                "ids": [], "missing": ["1.2"], "statuses": ["success", "success", "x"], "status-codes": [0, 0, .null],
                "failed": ["?"],
            ]
        )
        #expect(json["entries"]?[0] == ["aid": 1, "value": 5, "status": "success", "status-code": 0])
        #expect(json["entries"]?[1] == "text")
        #expect(json["entries"]?[2] == ["aid": "1", "iid": 2, "status": "x"])
    }

    @Test("Of duplicate keys the first counts, and of duplicate entries the last has the name")
    func repetitions() throws {
        let body = #"{"characteristics":[{"aid":1,"iid":2,"value":1,"value":2},{"aid":1,"iid":2,"value":3}]}"#
        let observation = try observe(try Sample.message(200, json: body))
        #expect(observation.entry?.value == 1)
        #expect(observation.json["of"]?["it"]?["value"] == 3)
        #expect(observation.json["ids"] == ["1.2", "1.2"])
    }

    @Test("A float has its tolerance beside it")
    func tolerance() throws {
        let body = #"{"characteristics":[{"aid":1,"iid":3,"value":20.5}]}"#
        let json = try observe(try Sample.message(200, json: body), asked: [Self.second]).json
        let within = try #require(json["of"]?["other"]?["value-within"]?.doubleValue)
        #expect(within > 0.249 && within < 0.25)
        let text = #"{"characteristics":[{"aid":1,"iid":3,"value":"warm"}]}"#
        #expect(try observe(try Sample.message(200, json: text)).json["entry"]?["value-within"] == nil)
    }

    @Test("Values that do not conform, and values that the catalogue does not define, are listed in words")
    func misfits() throws {
        let body =
            #"{"characteristics":[{"aid":1,"iid":2,"value":101},{"aid":1,"iid":5,"value":77},{"aid":9,"iid":9,"value":1}]}"#
        let json = try observe(try Sample.message(200, json: body)).json
        #expect(
            json.only("misfits", "undefined", "extra") == [
                "misfits": ["1.2: 101"], "undefined": ["1.5: 77"], "extra": ["1.5", "9.9"],
            ]
        )
    }

    @Test("Requested metadata are compared with the database")
    func metadata() throws {
        let body =
            #"{"characteristics":[{"aid":1,"iid":2,"value":1,"format":"uint8","minValue":0.0,"perms":["pr","pw"]}]}"#
        let options = ReadOptions(metadata: true, permissions: true, type: true)
        let json = try observe(try Sample.message(200, json: body), options: options).json
        #expect(json["entry"]?["differs"] == ["format", "maxValue", "type"])
    }

    @Test("Entries of Logs are counted")
    func logs() throws {
        let tlv = TLV8(items: [
            .init(type: 1, value: [1]), .init(type: 5, value: []), .init(type: 1, value: [2]),
            .init(type: 2, value: [3]),
        ])
        let body = #"{"characteristics":[{"aid":1,"iid":4,"value":"\#(Base64.encode(tlv.encoded()))"}]}"#
        #expect(try observe(try Sample.message(200, json: body)).json["entry"]?["log-entries"] == 2)
    }

    @Test("Further responses have their own entries")
    func severalAnswers() throws {
        let one = try Sample.message(200, json: #"{"characteristics":[{"aid":1,"iid":2,"value":1,"ev":true}]}"#)
        let two = try Sample.message(200, json: #"{"characteristics":[{"aid":1,"iid":3,"value":2}]}"#)
        let json = try observe(one, two).json
        #expect(json["answer-count"] == 2)
        #expect(json["ids"] == ["1.2"])
        #expect(json["evs"] == [true])
        #expect(json["answers"]?.arrayValue?.compactMap { $0["id"] } == ["1.2", "1.3"])
    }

    @Test("An entry without its required status has none")
    func demandedStatus() {
        #expect(ObservedEntry(CharacteristicEntry(["ttl": 1]), silence: nil).json == ["ttl": 1])
        #expect(ObservedEntry(CharacteristicEntry(["status": -70410]), silence: nil).status == .invalidValue)
    }
}
