import HAPAccessory
import HAPModel
import HTTPWire
import Testing

@Suite struct ReadingTests {
    @Test(
        "every simulated accessory describes itself without a deviation",
        arguments: [
            "lightbulb", "lock", "switch", "bridge", "kitchen-sink", "actuators", "climate", "doorbell", "thermometer",
        ]
    )
    func database(name: String) throws {
        let (home, _, admin) = try Home.paired(name)
        let answer = try #require(home.exchange(.get("/accessories"), on: admin))
        #expect(answer.status == 200)
        #expect(answer.headers["Content-Type"] == "application/hap+json")
        let database = AttributeDatabase(try #require(answer.json))
        #expect(database.deviations.isEmpty, "\(database.deviations)")
        let catalogue = try Project.catalogue()
        for service in database.accessories.flatMap(\.services) {
            guard let type = service.type, let known = catalogue.service(type) else { continue }
            let types = Set(service.characteristics.compactMap(\.type))
            #expect(known.missing(from: types).isEmpty, "\(name): \(known.name)")
        }
    }

    @Test(
        "all readable characteristics return the values of the database",
        arguments: [
            "lightbulb", "lock", "switch", "bridge", "kitchen-sink", "actuators", "climate", "doorbell", "thermometer",
        ]
    )
    func everything(name: String) throws {
        let (home, _, admin) = try Home.paired(name)
        let readable = home.accessory.core.definition.characteristics.filter { $0.has(.pairedRead) }
        let ids = readable.map(\.id.description).joined(separator: ",")
        let answer = try #require(home.exchange(.get("/characteristics?id=\(ids)"), on: admin))
        #expect(answer.status == 200)
        #expect(answer.entries.count == readable.count)
        let database = AttributeDatabase(try #require(home.exchange(.get("/accessories"), on: admin)?.json))
        for (entry, definition) in zip(answer.entries, readable) {
            #expect(entry["value"] == database.characteristic(definition.id)?.value)
        }
    }

    @Test(
        "a request without a valid id is rejected",
        arguments: [
            "/characteristics", "/characteristics?id=", "/characteristics?meta=1", "/characteristics?id=1",
            "/characteristics?id=1.51,", "/characteristics?id=a.b", "/characteristics?id=1.99999999999999999999",
            "/characteristics?id=1.51&foo=bar",
        ]
    )
    func malformed(target: String) throws {
        let (home, _, admin) = try Home.paired("lightbulb")
        #expect(home.exchange(.get(target), on: admin)?.status == 400)
    }

    @Test("a read that fails in part has a status for each entry")
    func partial() throws {
        let (home, _, admin) = try Home.paired("lightbulb")
        let answer = try #require(home.exchange(.get("/characteristics?id=1.51,1.2,1.48,9.1"), on: admin))
        #expect(answer.status == 207)
        #expect(answer.entries.map { $0["status"]?.int64Value } == [0, -70405, -70409, -70409])
        #expect(answer.entries.map { $0["value"] != .none } == [true, false, false, false])
    }

    @Test("metadata is returned on request")
    func metadata() throws {
        let (home, _, admin) = try Home.paired("lightbulb")
        let plain = try #require(home.exchange(.get("/characteristics?id=1.52"), on: admin)?.entries.first)
        #expect(plain.objectValue?.keys == ["aid", "iid", "value"])
        let target = "/characteristics?ev=1&id=1%2E52&meta=1&perms=1&type=1"
        let whole = try #require(home.exchange(.get(target), on: admin)?.entries.first)
        #expect(whole["type"] == "8")
        #expect(whole["perms"] == ["pr", "pw", "ev"])
        #expect(whole["unit"] == "percentage")
        #expect(whole["maxValue"] == 100)
        #expect(whole["ev"] == false)
    }

    @Test("a button's event is never readable")
    func button() throws {
        let (home, _, admin) = try Home.paired("switch")
        #expect(home.press("1.34", 2))
        #expect(home.exchange(.get("/characteristics?id=1.34"), on: admin)?.value == .null)
    }

    @Test("characteristics for administrators are rejected for others")
    func administrators() throws {
        let (home, _, admin) = try Home.paired("kitchen-sink")
        let user = try home.session(home.add("user", by: admin))
        #expect(home.exchange(.get("/characteristics?id=1.308"), on: admin)?.status == 200)
        #expect(home.exchange(.get("/characteristics?id=1.308"), on: user)?.hapStatus == -70401)
        #expect(home.exchange(.write("1.308", 5), on: user)?.hapStatus == -70401)
        #expect(home.exchange(.subscribe("1.308"), on: user)?.hapStatus == -70401)
        #expect(home.exchange(.get("/accessories"), on: user)?.status == 200)
    }

    @Test(
        "requests without a session, with an unknown path or a wrong method are rejected",
        arguments: [
            ("GET", "/accessories", 470, 200), ("GET", "/nowhere", 470, 404), ("PUT", "/prepare", 470, 400),
            ("DELETE", "/accessories", 470, 405), ("GET", "/pair-setup", 405, 405), ("GET", "/identify", 400, 400),
            ("POST", "/pairings", 470, 400), ("GET", "/accessories/", 470, 404), ("POST", "/pair-verify", 400, 400),
        ]
    )
    func access(method: String, target: String, plain: Int, secured: Int) throws {
        let (home, _, admin) = try Home.paired("lightbulb")
        let stranger = home.connect()
        #expect(home.exchange(HTTPRequest(method, target), on: stranger)?.status == plain)
        #expect(home.exchange(HTTPRequest(method, target), on: admin)?.status == secured)
    }
}
