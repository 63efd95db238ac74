import HAPAccessory
import HAPModel
import HTTPWire
import Testing

@Suite struct WritingTests {
    @Test(
        "a value that violates a rule is rejected, and the old value stays",
        arguments: [
            ("1.201", 9), ("1.201", 201), ("1.201", 12), ("1.102", 256), ("1.102", -1), ("1.102", 1.5),
            ("1.102", "5"), ("1.102", .null), ("1.102", [1]), ("1.102", ["a": 1]), ("1.103", 65536),
            ("1.104", 4_294_967_296), ("1.106", 2_147_483_648), ("1.106", -2_147_483_649), ("1.101", 2),
            ("1.101", "true"), ("1.101", 0.5), ("1.206", 20.2), ("1.108", .string(String(repeating: "a", count: 65))),
            ("1.207", .string(String(repeating: "é", count: 16))), ("1.110", "*not base64*"), ("1.110", "AAA"),
            ("1.109", "AQWq"), ("1.109", "AQ=="), ("1.209", .string(Base64.encode(Array(repeating: 1, count: 65)))),
            ("1.51", 2), ("1.51", 4), ("1.2", false),
        ] as [(String, JSON)]
    )
    func refused(id: String, value: JSON) throws {
        let (home, _, admin) = try Home.paired("kitchen-sink")
        let before = CharacteristicID(id).flatMap(home.accessory.core.value(of:))
        let answer = try #require(home.exchange(.write(id, value), on: admin))
        #expect(answer.status == 207)
        #expect(answer.hapStatus == -70410)
        #expect(CharacteristicID(id).flatMap(home.accessory.core.value(of:)) == before)
    }

    @Test(
        "a right value is stored and read back",
        arguments: [
            ("1.201", 10, 10), ("1.201", 200, 200), ("1.102", 255, 255), ("1.102", 1.0, 1), ("1.101", 1, true),
            ("1.211", 32.2, 32.20000076293945), ("1.211", 38.3, 38.29999923706055),
            ("1.211", 32.20000076293945, 32.20000076293945),
            ("1.101", false, false), ("1.107", 21, 21), ("1.206", 20.5, 20.5),
            ("1.106", -2_147_483_648, -2_147_483_648),
            ("1.105", JSON(UInt64.max), JSON(UInt64.max)),
            ("1.105", 9_007_199_254_740_993, 9_007_199_254_740_993),
            ("1.108", "\"\\\n\u{1F600}", "\"\\\n\u{1F600}"), ("1.109", "", ""), ("1.110", "AAEC", "AAEC"),
        ] as [(String, JSON, JSON)]
    )
    func stored(id: String, value: JSON, shown: JSON) throws {
        let (home, _, admin) = try Home.paired("kitchen-sink")
        #expect(home.exchange(.write(id, value), on: admin)?.status == 204)
        #expect(home.exchange(.get("/characteristics?id=\(id)"), on: admin)?.value?.means(shown) == true)
    }

    @Test("a write that fails in part executes the rest, and has a status for each entry")
    func partial() throws {
        let (home, _, admin) = try Home.paired("kitchen-sink")
        let answer = try #require(
            home.exchange(
                .writes([
                    ("1.34", JSONObject(["value": true])), ("1.5", JSONObject(["value": "other"])),
                    ("1.304", JSONObject(["value": 1])), ("1.100", JSONObject(["value": 1])), ("1.102", JSONObject()),
                ]),
                on: admin
            )
        )
        #expect(answer.status == 207)
        #expect(answer.entries.map { $0["status"]?.int64Value } == [0, -70404, -70410, -70409, -70410])
        #expect(answer.entries.allSatisfy { $0["value"] == .none })
        #expect(home.exchange(.get("/characteristics?id=1.34"), on: admin)?.value == true)
    }

    @Test("a write response is returned on request, and only with wr")
    func response() throws {
        let (home, _, admin) = try Home.paired("kitchen-sink")
        let asked = JSONObject(["value": "AQEF", "r": true])
        let answer = try #require(home.exchange(.write("1.307", asked), on: admin))
        #expect(answer.status == 207)
        #expect(answer.hapStatus == 0)
        #expect(answer.value == "AQEF")
        #expect(home.exchange(.write("1.307", "AQEG"), on: admin)?.status == 204)
        let plain = try #require(home.exchange(.write("1.109", asked), on: admin))
        #expect(plain.hapStatus == -70405)
        #expect(plain.value == .none)
    }

    @Test("authorization data is base64, and any is accepted if none is required")
    func authorization() throws {
        let (home, _, admin) = try Home.paired("kitchen-sink")
        let with: (JSON) -> JSONObject = { JSONObject(["value": true, "authData": $0, "remote": true]) }
        #expect(home.exchange(.write("1.306", with("AAEC")), on: admin)?.status == 204)
        #expect(home.exchange(.write("1.306", with("***")), on: admin)?.hapStatus == -70410)
        #expect(home.exchange(.write("1.306", with(5)), on: admin)?.status == 400)
    }

    @Test(
        "a body that is not a write is rejected as a whole",
        arguments: [
            "", "hello", "[]", "17", "{}", #"{"characteristics":{}}"#, #"{"characteristics":[{"aid":1}]}"#,
            #"{"characteristics":[{"iid":51,"value":true}]}"#, #"{"characteristics":[{"aid":"1","iid":51}]}"#,
            #"{"characteristics":[{"aid":1,"iid":51,"value":true},{"aid":1,"#,
            #"{"characteristics":[{"aid":1,"iid":51,"value":true}]} x"#,
        ]
    )
    func malformed(body: String) throws {
        let (home, _, admin) = try Home.paired("lightbulb")
        let request = HTTPRequest("PUT", "/characteristics", body: Array(body.utf8))
        #expect(home.exchange(request, on: admin)?.status == 400)
        #expect(home.exchange(.get("/characteristics?id=1.51"), on: admin)?.value == false)
    }

    @Test("a timed write is valid once, in its session, within its time and by its number")
    func timed() throws {
        let (home, pairing, admin) = try Home.paired("lock")
        let other = try home.session(pairing)
        func prepare(_ pid: JSON, ttl: JSON = 5000, on connection: ConnectionID) -> Int? {
            let body = JSONObject(["ttl": ttl, "pid": pid])
            return home.exchange(.put("/prepare", .object(body)), on: connection)?.status
        }
        func execute(_ pid: JSON, on connection: ConnectionID) -> Int64? {
            let answer = home.exchange(.write("1.35", JSONObject(["value": 0]), pid: pid), on: connection)
            return answer?.status == 204 ? 0 : answer?.hapStatus
        }
        #expect(execute(1, on: admin) == -70410)
        #expect(prepare(1, on: admin) == 200)
        #expect(execute(1, on: admin) == 0)
        #expect(execute(1, on: admin) == -70410)
        #expect(prepare(2, on: admin) == 200)
        #expect(execute(2, on: other) == -70410)
        #expect(execute(3, on: admin) == -70410)
        #expect(execute(2, on: admin) == -70410)
        #expect(prepare(4, ttl: 500, on: admin) == 200)
        home.wait(.milliseconds(501))
        #expect(execute(4, on: admin) == -70410)
        #expect(prepare(JSON(UInt64.max), ttl: 9_007_199_254_740_991, on: admin) == 200)
        home.wait(.seconds(3600))
        #expect(execute(JSON(UInt64.max), on: admin) == 0)
        #expect(prepare(0, on: admin) == 200)
        #expect(execute(0, on: admin) == 0)
        for (ttl, pid) in [(-1, 1), (1.5, 1), ("1", 1), (9_007_199_254_740_992, 1), (1, .null)] as [(JSON, JSON)] {
            #expect(prepare(pid, ttl: ttl, on: admin) == 400)
        }
        let plain = try #require(home.exchange(.write("1.35", 0), on: admin))
        #expect(plain.hapStatus == -70410)
    }

    @Test("a lock's bolt follows its target, the cause is recorded and logged, and it secures itself")
    func lock() throws {
        let (home, _, admin) = try Home.paired("lock")
        func read(_ iid: Int) -> JSON? { home.exchange(.get("/characteristics?id=1.\(iid)"), on: admin)?.value }
        _ = home.exchange(.put("/prepare", ["ttl": 1000, "pid": 1]), on: admin)
        #expect(home.exchange(.write("1.52", 5), on: admin)?.status == 204)
        #expect(home.exchange(.write("1.35", JSONObject(["value": 0]), pid: 1), on: admin)?.status == 204)
        #expect(read(34) == 1)
        home.wait(.seconds(1))
        #expect(read(34) == 0)
        #expect(read(54) == 7)
        #expect(read(51)?.stringValue?.isEmpty == false)
        home.wait(.seconds(5))
        #expect([read(35), read(34), read(54)] == [1, 1, 8])
        #expect(home.exchange(.write("1.49", .string(Base64.encode([2, 0]))), on: admin)?.status == 204)
        #expect(read(51) == "")
    }

    @Test("while access is for administrators only, other controllers are rejected")
    func administratorsOnly() throws {
        let (home, _, admin) = try Home.paired("lock")
        let user = try home.session(home.add("user", by: admin))
        #expect(home.exchange(.write("1.53", true), on: admin)?.status == 204)
        #expect(home.exchange(.get("/characteristics?id=1.34"), on: user)?.hapStatus == -70401)
        #expect(home.exchange(.write("1.52", 1), on: user)?.hapStatus == -70401)
        #expect(home.exchange(.write("1.53", false), on: admin)?.status == 204)
        #expect(home.exchange(.get("/characteristics?id=1.34"), on: user)?.status == 200)
    }
}
