import HAPAccessory
import HAPModel
import HTTPWire
import Testing

@Suite struct EventTests {
    @Test("the first change is sent at once, the others once a second, and the last one is never lost")
    func coalescing() throws {
        let (home, pairing, writer) = try Home.paired("lightbulb")
        let reader = try home.session(pairing)
        #expect(home.exchange(.subscribe("1.52"), on: reader)?.status == 204)
        for value in 1...20 {
            _ = home.exchange(.write("1.52", JSON(value)), on: writer)
            home.wait(.milliseconds(50))
        }
        home.wait(.seconds(3))
        #expect(home.takeEvents(on: reader) == [["1.52": 1], ["1.52": 20]])
    }

    @Test("an event goes to the other subscribed sessions, not to the one that wrote")
    func receivers() throws {
        let (home, pairing, writer) = try Home.paired("lightbulb")
        let second = try home.session(pairing)
        let user = try home.session(home.add("user", by: writer))
        let stranger = try home.session(pairing)
        for connection in [writer, second, user] {
            #expect(home.exchange(.subscribe("1.51", "1.52"), on: connection)?.status == 204)
        }
        let both = [("1.51", JSONObject(["value": true])), ("1.52", JSONObject(["value": 50]))]
        #expect(home.exchange(.writes(both), on: writer)?.status == 204)
        home.wait(.seconds(2))
        #expect(home.takeEvents(on: second) == [["1.51": true, "1.52": 50]])
        #expect(home.takeEvents(on: user) == [["1.51": true, "1.52": 50]])
        #expect(home.takeEvents(on: writer).isEmpty)
        #expect(home.takeEvents(on: stranger).isEmpty)
        // Writing the same value again changes nothing.
        #expect(home.exchange(.writes(both), on: writer)?.status == 204)
        home.wait(.seconds(2))
        #expect(home.takeEvents(on: user).isEmpty)
    }

    @Test("button presses are never delayed")
    func buttons() throws {
        let (home, _, admin) = try Home.paired("switch")
        #expect(home.exchange(.subscribe("1.34"), on: admin)?.status == 204)
        for value in [0, 0, 2] as [JSON] {
            #expect(home.press("1.34", value))
            home.wait(.milliseconds(100))
        }
        #expect(home.takeEvents(on: admin) == [["1.34": 0], ["1.34": 0], ["1.34": 2]])
    }

    @Test("a position that is changed by hand stays there, and is notified with its target")
    func manualPosition() throws {
        let (home, _, admin) = try Home.paired("actuators")
        #expect(home.exchange(.subscribe("1.34", "1.35"), on: admin)?.status == 204)
        #expect(home.set("1.34", 60))
        home.wait(.seconds(5))
        #expect(home.takeEvents(on: admin) == [["1.34": 60, "1.35": 60]])
        #expect(home.value("1.36") == 2)
    }

    @Test("services that act together follow each other: a purifier and its fan, a valve and its system, a thermostat")
    func together() throws {
        let (home, _, admin) = try Home.paired("climate")
        func write(_ id: String, _ value: JSON) {
            #expect(home.exchange(.write(id, value), on: admin)?.status == 204)
            home.wait(.seconds(1))
        }
        func values(_ ids: String...) -> [JSON?] { ids.map(home.value) }
        write("1.34", 1)
        #expect(values("1.50", "1.35", "1.51") == [1, 2, 2])
        write("1.50", 0)
        #expect(values("1.34", "1.35", "1.51") == [0, 0, 0])
        write("1.50", 1)
        #expect(values("1.34", "1.51") == [0, 2])
        write("1.146", 1)
        #expect(values("1.130", "1.132", "1.147") == [1, 1, 1])
        write("1.146", 0)
        #expect(values("1.130", "1.132", "1.147") == [1, 0, 0])
        // It measures 21 degrees, and shall keep 20.
        let states: [(mode: JSON, state: JSON)] = [(1, 0), (2, 2), (3, 2), (0, 0)]
        for (mode, state) in states {
            write("1.83", mode)
            #expect(home.value("1.82") == state, "in the mode \(mode)")
        }
        write("1.83", 1)
        write("1.85", 25)
        #expect(home.value("1.82") == 1)
    }

    @Test("unsubscribing drops waiting changes")
    func unsubscribe() throws {
        let (home, pairing, writer) = try Home.paired("lightbulb")
        let reader = try home.session(pairing)
        #expect(home.exchange(.subscribe("1.52"), on: reader)?.status == 204)
        _ = home.exchange(.write("1.52", 10), on: writer)
        _ = home.exchange(.write("1.52", 20), on: writer)
        #expect(home.exchange(.subscribe("1.52", on: false), on: reader)?.status == 204)
        home.wait(.seconds(3))
        #expect(home.takeEvents(on: reader) == [["1.52": 10]])
    }

    @Test("an event waits for the answer to a request that is incomplete")
    func halfRequest() throws {
        let (home, pairing, writer) = try Home.paired("lightbulb")
        let reader = try home.session(pairing)
        #expect(home.exchange(.subscribe("1.51"), on: reader)?.status == 204)
        let request = home.sealed(HTTPRequest.get("/characteristics?id=1.51").encoded(), on: reader)
        home.sendRaw(Array(request.prefix(10)), on: reader)
        _ = home.exchange(.write("1.51", true), on: writer)
        home.wait(.seconds(2))
        #expect(home.takeEvents(on: reader).isEmpty)
        home.sendRaw(Array(request.dropFirst(10)), on: reader)
        #expect(home.takeMessages(on: reader, events: false).first?.value == true)
        #expect(home.takeEvents(on: reader) == [["1.51": true]])
    }

    @Test(
        "invalid subscriptions are rejected",
        arguments: [
            ("1.4", JSON.bool(true), -70406), ("1.2", true, -70406), ("1.51", 2, -70410), ("1.51", "true", -70410),
            ("1.51", .null, -70410),
        ] as [(String, JSON, Int64)]
    )
    func refused(id: String, events: JSON, status: Int64) throws {
        let (home, _, admin) = try Home.paired("lightbulb")
        let answer = try #require(home.exchange(.write(id, JSONObject(["ev": events])), on: admin))
        #expect(answer.status == 207)
        #expect(answer.hapStatus == status)
    }

    @Test("subscriptions end with their session")
    func ending() throws {
        let (home, pairing, writer) = try Home.paired("lightbulb")
        let reader = try home.session(pairing)
        #expect(home.exchange(.subscribe("1.51"), on: reader)?.status == 204)
        home.disconnect(reader)
        let again = try home.session(pairing)
        #expect(home.exchange(.get("/characteristics?id=1.51&ev=1"), on: again)?.entries.first?["ev"] == false)
        _ = home.exchange(.write("1.51", true), on: writer)
        home.wait(.seconds(2))
        #expect(home.takeEvents(on: again).isEmpty)
    }
}
