import HAPController
import HAPModel
import HTTPWire
import Testing

@testable import Observations

@Suite("Observations of the database")
struct DatabaseObservationTests {
    private static let known = Sample.database([
        "iid": 2, "type": "11", "format": "float", "value": 20.5, "perms": ["pr"],
    ])

    private func observe(_ exchange: Exchange) -> DatabaseObservation {
        let id = CharacteristicID(aid: 1, iid: 2)
        return DatabaseObservation(
            exchange,
            within: Sample.within,
            names: ["it": id, "other": .init(aid: 9, iid: 9)],
            known: Self.known
        )
    }

    @Test("The database has its own field, with the named characteristics and their tolerance")
    func read() throws {
        let body = Self.known.raw
        let json = observe(Sample.exchange(try Sample.message(200, json: body.serialized()))).json
        #expect(json["database"] == body)
        #expect(json["body"] == body)
        #expect(json["differences"] == [])
        #expect(json["of"]?.objectValue?.keys == ["it"])
        #expect(json["of"]?["it"]?["value"] == 20.5)
        #expect(json["of"]?["it"]?["value-within"] != nil)
    }

    @Test("Forbidden changes are listed with their place; a value may change")
    func differences() throws {
        let now = Sample.database(["iid": 2, "type": "11", "format": "int", "value": 3, "perms": ["pr"], "ev": true])
        let json = observe(Sample.exchange(try Sample.message(200, json: now.raw.serialized()))).json
        let place = "accessories[aid 1].services[iid 1].characteristics[iid 2].format"
        #expect(json["differences"] == [.string(#"\#(place) changed: "float" to "int""#)])
    }

    @Test("A body that is not JSON gives no database")
    func silent() throws {
        let silent = observe(Sample.silence(.timedOut)).json
        #expect(silent.only("failure", "database", "differences", "of") == ["failure": "timed-out"])
        let malformed = observe(Sample.exchange(try Sample.message(200, json: "{"))).json
        #expect(malformed.only("database", "differences", "text") == ["text": "{"])
    }
}
