import Foundation
import HAPModel
import Latency
import MarkedYAML
import Measurement
import Profiles
import SuiteLanguage
import Testing

@Suite("Profiles")
struct ProfileTests {
    static let suites = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Suites")

    static func catalogue() throws -> Catalogue {
        func json(_ name: String) throws -> JSON {
            try JSON.parse([UInt8](Data(contentsOf: suites.appending(path: "catalogue/\(name).json"))))
        }
        return try Catalogue(
            services: json("services"),
            characteristics: json("characteristics"),
            categories: json("categories")
        )
    }

    private func profile(_ text: String) throws -> AccessoryProfile {
        try AccessoryProfile(text, file: "bench/lamp.yaml", catalogue: Self.catalogue())
    }

    @Test("Every key is read")
    func whole() throws {
        let profile = try profile(
            """
            reach:
              device-id: "E1:91:1A:70:85:AA"
              name: Lamp
              also: ["coap://[fd00::1]:5683"]
              via: {relay: "relay://bench:7070", fingerprint: "sha256:12", token-file: token}
            setup-code: {file: code.txt}
            setup-payload: {command: "pass show lamp"}
            hooks:
              reset: ./reset.sh
              power-cycle: ./power.sh
              flash: ./flash.sh
              stimulate: {command: ./press.sh, actions: [press]}
            actuate: [lock-mechanism]
            writes-per-characteristic: 40
            time-factor: 1.5
            answer-within: 20s
            declares: [firmware-update]
            leave-out:
            - {case: "pair-setup.*", reason: "the lock wears out"}
            budgets:
              read.p99: 50ms
              event.p50: {limit: 200ms, severity: warn}
            serial-log: {file: /dev/ttyUSB0}
            """
        )
        #expect(profile.folder == "bench")
        #expect(profile.reach == .advertised(name: "Lamp", deviceID: "E1:91:1A:70:85:AA"))
        #expect(profile.further == ["coap://[fd00::1]:5683"])
        let via = AccessoryProfile.Via(
            relay: "relay://bench:7070",
            fingerprint: "sha256:12",
            authorities: nil,
            tokenFile: "token"
        )
        #expect(profile.via == via)
        #expect(profile.path("token") == "bench/token" && profile.path("/etc/token") == "/etc/token")
        #expect(profile.setupCode == .file("code.txt"))
        #expect(profile.setupPayload == .command("pass show lamp"))
        #expect(profile.hooks.reset == "./reset.sh")
        #expect(profile.hooks.powerCycle == "./power.sh")
        #expect(profile.hooks.flash == "./flash.sh")
        #expect(profile.hooks.stimulate == "./press.sh")
        #expect(profile.hooks.stimuli == ["press"])
        #expect(profile.actuation == .services(["lock-mechanism"]))
        #expect(profile.writesPerCharacteristic == 40)
        #expect(profile.timeFactor == 1.5)
        #expect(profile.answerWithin == .seconds(20))
        #expect(profile.declares.map(\.fact) == ["firmware-update"])
        #expect(profile.leftOut.map(\.reason) == ["the lock wears out"])
        #expect(
            profile.budgets == [
                LatencyBudget(
                    series: "read",
                    percentile: .p99,
                    limit: .milliseconds(50),
                    place: "bench/lamp.yaml:21:3"
                ),
                LatencyBudget(
                    series: "event",
                    percentile: .p50,
                    limit: .milliseconds(200),
                    severity: .warn,
                    place: "bench/lamp.yaml:22:3"
                ),
            ]
        )
        #expect(profile.serialLog == .file("/dev/ttyUSB0"))
    }

    @Test(
        "Errors name file, line and column, and what is expected",
        arguments: [
            ("{}", "1:1: the profile is empty; it needs a key, such as `reach`"),
            ("reech: {}", "1:1: unknown key `reech`; did you mean `reach`?"),
            ("setup-code: 123-45-678", "1:13: a profile must not hold the setup code; name where it is kept"),
            ("setup-code: {file: a, command: b}", "1:13: expected exactly one of file, environment, command"),
            ("reach: {address: a, name: b}", "1:8: `address` cannot be used with `name` or `device-id`"),
            ("reach: {}", "1:8: `reach` needs `address`, `name` or `device-id`"),
            ("reach: {device-id: zz}", "1:20: expected a Device ID such as E1:91:1A:70:85:AA, not zz"),
            (
                "reach: {address: a, via: {relay: \"relay://b:1\"}}",
                "1:26: `via` needs one way to know the relay: `fingerprint`, which `assay relay` prints, or `ca`"
            ),
            (
                "reach: {address: a, via: {relay: b, fingerprint: c, ca: d}}",
                "1:26: `via` needs one way to know the relay"
            ),
            ("reach: {address: a, via: {ca: d}}", "1:26: `relay` is missing"),
            ("time-factor: 0", "1:14: expected a factor from 0.1 to 100, not 0.0"),
            ("answer-within: soon", "1:16: expected a time such as 500ms, 3s or 2min, not soon"),
            ("actuate:\n- lock-mechanizm", "2:3: unknown service `lock-mechanizm`; did you mean lock-mechanism?"),
            ("actuate: [lightbulb]", "1:11: the service `lightbulb` needs no permission: it actuates nothing"),
            ("leave-out:\n- {case: read.twice}", "2:3: `reason` is missing"),
            (
                "hooks: {stimulate: {command: a, actions: [shake]}}",
                "1:43: unknown word `shake`; expected one of change, press"
            ),
            ("writes-per-characteristic: 0", "1:28: expected a whole number from 1 to 1000000, not 0"),
            (
                "budgets:\n  reed.p99: 5ms",
                "2:3: the budget `reed.p99` is for an unknown operation `reed`; did you mean `read`?"
            ),
            ("budgets: {read.p99: {limit: 0ms}}", "1:29: expected a time greater than 0"),
            ("hooks: {reset: \"echo 518-08-582\"}", "1:16: a profile must not hold a setup code"),
            ("setup-code: {environment: \"518-08-582\"}", "1:27: a profile must not hold a setup code"),
            ("leave-out: [{case: a, reason: \"code 518-08-582\"}]", "1:31: a profile must not hold a setup code"),
            ("a: 1\n---\nb: 2", "2:1: a second document begins here; the file must contain one only"),
            ("budgets: {read: 5ms}", "1:11: the budget `read` names no percentile: write one of read.p50, read.p90"),
            ("serial-log: {file: \"\"}", "1:20: expected text, not an empty one"),
        ]
    )
    func errors(_ text: String, _ message: String) throws {
        let problem = #expect(throws: YAMLProblems.self) { try profile(text) }
        #expect(problem?.description.hasPrefix("bench/lamp.yaml:\(message)") == true, "\(String(describing: problem))")
    }

    @Test("All errors are named at once, in the order of the lines")
    func allErrors() throws {
        let text = """
            reech: {}
            reach: {address: a, nam: b}
            time-factor: 0
            actuate: [lock-mechanizm, lightbulb]
            leave-out:
            - {case: read.twice}
            - {case: "", reason: "x"}
            hooks: {rest: a, stimulate: {actions: [shake]}}
            budgets: {reed.p99: 5ms, read.p98: 5ms}
            answer-within: soon
            """
        let problems = try #require(#expect(throws: YAMLProblems.self) { try profile(text) })
        let places = problems.description.matches(of: #/bench/lamp.yaml:(\d+:\d+): /#).map { String($0.1) }
        #expect(
            places == [
                "1:1", "2:21", "3:14", "4:11", "4:27", "6:3", "7:10", "8:9", "8:29", "8:40", "9:11", "9:26", "10:16",
            ],
            "\(problems)"
        )
    }

    @Test("The committed schema is the generated one; ASSAY_WRITE_SCHEMA=1 writes it")
    func schema() throws {
        let path = Self.suites.appending(path: "schemas/accessory.schema.json")
        let schema = ProfileSchema.json(try Self.catalogue()).pretty() + "\n"
        if ProcessInfo.processInfo.environment["ASSAY_WRITE_SCHEMA"] == "1" { try Data(schema.utf8).write(to: path) }
        #expect(try String(contentsOf: path, encoding: .utf8) == schema)
    }

    @Test("A draft is a valid profile, whatever the accessory calls itself")
    func draft() throws {
        let draft = ProfileDraft(
            name: "Lamp\nhooks: {reset: evil}",
            reach: .advertised(name: "a\"b", deviceID: nil),
            address: "192.0.2.1:80",
            further: ["coap://[fe80::1%a\"b]:1"],
            via: AccessoryProfile.Via(
                relay: "relay://bench:7070",
                fingerprint: nil,
                authorities: "a #b.pem",
                tokenFile: nil
            ),
            actuating: ["lock-mechanism"],
            hasButton: true
        )
        let read = try profile(draft.text(schema: "accessory.schema.json"))
        #expect(read.reach == .advertised(name: "a\"b", deviceID: nil))
        #expect(read.further == draft.further && read.via == draft.via)
        #expect(read.hooks.reset == nil)
        #expect(read.setupCode == .environment("ASSAY_SETUP_CODE"))
        #expect(read.actuation == .nothing)
        let all = draft.text(schema: nil).replacing("# actuate:", with: "actuate:")
        #expect(try profile(all).actuation == .services(["lock-mechanism"]))
    }

    /// An article, and the first example in YAML in it.
    private func article(_ name: String) throws -> (text: String, example: String) {
        let path = Self.suites.deletingLastPathComponent().appending(path: "Sources/assay/Assay.docc/\(name).md")
        let text = try String(contentsOf: path, encoding: .utf8)
        let example = try #require(text.components(separatedBy: "```yaml\n").dropFirst().first)
        return (text, try #require(example.components(separatedBy: "```").first))
    }

    @Test("The example with a relay is a valid profile")
    func relayed() throws {
        let via = try #require(try profile(article("Relay").example).via)
        #expect(via.relay == "relay://bench.example:7070" && via.tokenFile == "relay.token")
    }

    @Test("The example in the guide is a valid profile")
    func guide() throws {
        let (article, example) = try article("YourAccessory")
        let read = try profile(example)
        #expect(read.hooks.flash == "./flash.sh build/firmware.bin")
        for key in ProfileSchema.json(try Self.catalogue())["properties"]?.objectValue?.members.map(\.key) ?? [] {
            #expect(article.contains("`\(key)`"), "the guide does not describe \(key)")
        }
    }
}
