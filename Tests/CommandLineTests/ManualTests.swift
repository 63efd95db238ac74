import Foundation
import HAPModel
import Processes
import Testing

@Suite("Working by hand", .takingTurns)
struct ManualTests {
    @Test("`get` reads by id, name and pattern, as text and as JSON")
    func get() async throws {
        try await withLightbulb { assay, accessory, place in
            #expect(try await accessory.order("set 1.52 41") == "ok")
            let got = try await assay.run(["get", "1.52", "lightbulb.on"] + place)
            #expect(got.status == 0, "\(got.everything)")
            #expect(got.output == "1.52 lightbulb.brightness = 41 percentage\n1.51 lightbulb.on = false\n")
            let all = try await assay.run(["get", "lightbulb.*"] + place)
            #expect(all.output.contains("1.53 lightbulb.hue = 0 arcdegrees\n"))
            let everything = try await assay.run(["get"] + place)
            #expect(everything.output.contains("accessory-information.serial-number = "), "\(everything.output)")
            let json = try await assay.run(["get", "--json", "lightbulb.brightness"] + place)
            #expect(
                try JSON.parse(Array(json.output.utf8)) == [
                    ["aid": 1, "iid": 52, "name": "lightbulb.brightness", "value": 41, "status": 0]
                ]
            )
            let unknown = try await assay.run(["get", "lightbulb.brightnes"] + place)
            #expect(unknown.status == 2)
            #expect(
                unknown.errors
                    == "this accessory has no characteristic `lightbulb.brightnes`; did you mean lightbulb.brightness?\n"
            )
            for command in [["put", "lightbulb.onn=true"], ["watch", "lightbulb.onn"]] {
                let mistyped = try await assay.run(command + place)
                #expect(mistyped.status == 2)
                #expect(mistyped.errors.hasPrefix("this accessory has no characteristic `lightbulb.onn`; did you mean"))
            }
            let twice = try await assay.run(["put", "lightbulb.on=true", "1.51=false"] + place)
            #expect(twice.status == 2)
            #expect(twice.errors == "1.51 lightbulb.on has more than one value; write them one after the other\n")
            let identify = try await assay.run(["get", "accessory-information.identify"] + place)
            #expect(identify.status == 5)
            #expect(
                identify.output.contains("1.2 accessory-information.identify: status -70405 ("),
                "\(identify.output)"
            )
        }
    }

    @Test("`put` writes values that stay, and says which ones the accessory rejects")
    func put() async throws {
        try await withLightbulb { assay, accessory, place in
            let put = try await assay.run(["put", "lightbulb.on=true", "1.52=40", "--trace"] + place)
            #expect(put.status == 0, "\(put.everything)")
            #expect(put.output == "1.51 lightbulb.on = true\n1.52 lightbulb.brightness = 40 percentage\n")
            #expect(put.errors.contains("PUT /characteristics HTTP/1.1"), "\(put.errors)")
            #expect(!put.errors.contains(accessory.setupCode))
            #expect(try await accessory.values()["1.52"] == "40")
            let rejected = try await assay.run(["put", "lightbulb.brightness=400"] + place)
            #expect(rejected.status == 5)
            #expect(rejected.output.hasPrefix("1.52 lightbulb.brightness: status -70410 ("))
            let malformed = try await assay.run(["put", "lightbulb.on"] + place)
            #expect(malformed.status == 2)
            #expect(malformed.errors.contains("`lightbulb.on` has no value; write lightbulb.on=VALUE"))
        }
    }

    @Test("`put` uses a timed write where it is required")
    func timed() async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            try await assay.simulating("lock") { accessory in
                assay.environment["ASSAY_SETUP_CODE"] = accessory.setupCode
                let place = ["--address", accessory.address]
                let put = try await assay.run(["put", "--trace", "lock-mechanism.lock-target-state=1"] + place)
                #expect(put.status == 0, "\(put.everything)")
                #expect(put.output.hasSuffix(" lock-mechanism.lock-target-state = 1\n"))
            }
        }
    }

    @Test("`watch` prints events as they arrive, and ends with Ctrl-C or after a time")
    func watch() async throws {
        try await withLightbulb { assay, accessory, place in
            let watch = try assay.start(["watch", "lightbulb.on", "lightbulb.hue"] + place)
            try await watch.wait(for: "the subscription", within: .seconds(20)) {
                $0.errorText.contains("watching 2 characteristics: ") ? true : nil
            }
            #expect(try await accessory.order("set 1.51 true") == "ok")
            #expect(try await watch.line() == "event 1.51 lightbulb.on = true")
            #expect(try await accessory.order("set 1.53 120") == "ok")
            #expect(try await watch.line() == "event 1.53 lightbulb.hue = 120 arcdegrees")
            watch.send(signal: SIGINT)
            #expect(try await watch.end(within: .seconds(20)).ending == .init(status: 0, isSignal: false))
            let short = try await assay.run(["watch", "--for", "300ms"] + place)
            #expect(short.status == 0, "\(short.everything)")
        }
    }

    @Test("`watch` ends with the reader of its output, also if no further event comes")
    func watchWithoutReader() async throws {
        try await withLightbulb { assay, accessory, place in
            let watch = try assay.start(["watch", "lightbulb.on"] + place, through: #""$@" | head -n 1"#)
            try await watch.wait(for: "the subscription", within: .seconds(20)) {
                $0.errorText.contains("watching 1 characteristic: ") ? true : nil
            }
            #expect(try await accessory.order("set 1.51 true") == "ok")
            #expect(try await watch.line() == "event 1.51 lightbulb.on = true")
            // The shell waits for both of its commands.
            #expect(try await watch.end(within: .seconds(20)).ending == .init(status: 0, isSignal: false))
        }
    }

    @Test("`identify` needs no setup code at an unpaired accessory, and uses a kept pairing at a paired one")
    func identify() async throws {
        try await withLightbulb { assay, accessory, place in
            var stranger = assay
            stranger.environment = [:]
            let unpaired = try await stranger.run(["identify"] + place)
            #expect(unpaired.status == 0, "\(unpaired.everything)")
            #expect(unpaired.output == "\(accessory.address) identifies itself.\n")
            #expect(try await assay.run(["pair"] + place).status == 0)
            #expect(try await stranger.run(["identify"] + place).status == 0)
            let other = try await stranger.run(["identify", "--state", "elsewhere"] + place)
            #expect(other.status == 5)
            #expect(other.errors.contains("does not identify itself: HTTP 400"), "\(other.errors)")
            #expect(other.errors.contains("identifies itself only to its own controllers"), "\(other.errors)")
            #expect(other.errors.contains("`assay pair` makes Assay one, if no other has paired with it"))
        }
    }

    @Test("`shell` carries out commands from standard input on one session")
    func script() async throws {
        try await withLightbulb { assay, accessory, place in
            let shell = try assay.start(["shell", "--json"] + place)
            try shell.say("put lightbulb.on=true lightbulb.hue=12")
            func document() async throws -> JSON { try JSON.parse(Array(try await shell.line().utf8)) }
            #expect(try await document()[1]?["value"] == 12)
            try shell.say("get lightbulb.hue")
            #expect(try await document()[0]?["value"] == 12)
            try shell.say("watch lightbulb.hue")
            #expect(try await document()[0]?["status"] == 0)
            #expect(try await accessory.order("set 1.53 99") == "ok")
            #expect(try await document()["value"] == 99)
            try shell.say("gett")
            #expect(try await document() == ["error": "unknown command `gett`; did you mean get?"])
            try shell.say("list")
            #expect(try await document().arrayValue?.contains { $0["name"] == "lightbulb.hue" } == true)
            try shell.say("list lightbulb")
            #expect(try await document() == ["error": "`list` stands alone, without `lightbulb`"])
            try shell.say("quit")
            let heard = try await shell.end(within: .seconds(20))
            #expect(heard.ending == .init(status: 5, isSignal: false))
            // The pairing of the shell is removed.
            #expect(try await assay.run(["get", "lightbulb.on"] + place).status == 0)
        }
    }

    @Test(
        "On a terminal, `shell` completes names, keeps its history, traces on demand, and shows events above the line"
    )
    func terminal() async throws {
        try await withLightbulb { assay, accessory, place in
            #expect(try await assay.run(["pair"] + place).status == 0)
            func visit(_ body: (ChildProcess) async throws -> Void) async throws -> String {
                let shell = try assay.start(["shell"] + place, onTerminal: true)
                try await Self.wait(shell, for: "assay> ")
                try await body(shell)
                try shell.say("quit")
                let heard = try await shell.end(within: .seconds(20))
                #expect(heard.ending == .init(status: 0, isSignal: false), "\(heard.outputText)")
                return heard.outputText
            }
            let first = try await visit { shell in
                try shell.say("ge\tlightbulb.bri\t")
                try await Self.wait(shell, for: "1.52 lightbulb.brightness = 100 percentage")
                try shell.say("watch lightbulb.on")
                try await Self.wait(shell, for: "watching 1 characteristic: lightbulb.on")
                #expect(try await accessory.order("set 1.51 true") == "ok")
                try await Self.wait(shell, for: "event 1.51 lightbulb.on = true")
                try shell.say("trace on")
                try shell.say("get 1.53")
                try await Self.wait(shell, for: "GET /characteristics?id=1.53")
                try shell.say("trace off")
                try shell.say("get 1.54")
                try await Self.wait(shell, for: "1.54 lightbulb.saturation = ")
            }
            #expect(!first.contains("?id=1.54"), "\(first)")
            let second = try await visit { shell in
                // quit, get 1.54, trace off, get 1.53
                try shell.say("\u{1b}[A\u{1b}[A\u{1b}[A\u{1b}[A")
                try await Self.wait(shell, for: "1.53 lightbulb.hue = ")
            }
            #expect(second.contains("assay> get 1.53"))
        }
    }

    private static func wait(_ shell: ChildProcess, for text: String) async throws {
        try await shell.wait(for: "`\(text)`", within: .seconds(20)) { $0.outputText.contains(text) ? true : nil }
    }
}
