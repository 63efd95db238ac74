import Foundation
import Glibc
import HAPModel
import Processes
import RunRecord
import Testing

/// Commands that reach an accessory over the built relay.
@Suite("Commands over a relay", .takingTurns)
struct RelayCommandTests {
    @Test("Every command that takes an address works over a relay, and the relay's log shows who uses what")
    func commands() async throws {
        try await withLightbulb(["--host", "::1", "--thread-port", "0"]) { assay, accessory, place in
            try await assay.relaying(["--allow", "::1"]) { assay, relay in
                func runs(_ words: [String]) async throws -> AssayProgram.Finished {
                    let done = try await assay.run(words + relay.options)
                    #expect(done.status == 0, "\(words): \(done.everything)")
                    return done
                }
                _ = try await runs(["pair"] + place)
                let thread = try #require(accessory.thread)
                for address in [accessory.address, thread] {
                    _ = try await runs(["put", "--address", address, "1.52=41"])
                    #expect(try await runs(["get", "--address", address, "1.52"]).output.contains("41"))
                    _ = try await runs(["inspect", "--address", address])
                    _ = try await runs(["identify", "--address", address])
                }
                let both = ["run", "--thread", String(thread.dropFirst("coap://".count)), "read.twice"]
                _ = try await runs(both + place)
                _ = try await runs(["plan", "read.twice"] + place)
                _ = try await runs(["unpair"] + place)
                _ = try await runs(["recover"] + place)
                relay.child.send(signal: SIGINT)
                let log = try await relay.child.end(within: .seconds(10))
                #expect(log.ending == .init(status: 0, isSignal: false))
                #expect(log.errorText.contains(" uses \(accessory.address)\n"), "\(log.errorText)")
                #expect(log.errorText.contains(" has left: "))
                #expect(!log.errorText.contains(RunningRelay.token))
            }
        }
    }

    /// The outcome of each instance, by its name.
    private func outcomes(_ workspace: Workspace) throws -> [String: String] {
        let verdicts = try workspace.journal().filter { $0.kind == .verdict }
        return Dictionary(
            uniqueKeysWithValues: verdicts.map { ($0.instance ?? "", $0.body["outcome"]?.stringValue ?? "") }
        )
    }

    @Test("The verdicts over a relay are those of a direct run, over IP and over Thread", arguments: [false, true])
    func verdicts(overThread: Bool) async throws {
        try await Workspace.with { workspace in
            let program = AssayProgram(in: workspace)
            // A defect of both transports: the failure has to be the same, too.
            let options = ["--defect", "below-min-accepted", "--thread-port", "0"]
            try await program.simulating("lightbulb", options) { accessory in
                try await program.relaying { assay, relay in
                    var assay = assay
                    assay.environment["ASSAY_SETUP_CODE"] = accessory.setupCode
                    let address = overThread ? try #require(accessory.thread) : accessory.address
                    let words = ["run", "--address", address, "write.*", "read.twice", "--quiet"]
                    let direct = try await assay.run(words, within: .seconds(120))
                    let expected = try outcomes(workspace)
                    #expect(direct.status == 1 && expected.count > 50, "\(direct.everything)")
                    let relayed = try await assay.run(words + relay.options, within: .seconds(120))
                    #expect(relayed.status == 1, "\(relayed.everything)")
                    #expect(try outcomes(workspace) == expected)
                    try check(workspace, relay, overThread)
                }
            }
        }
    }

    /// What the record of a run over a relay holds.
    private func check(_ workspace: Workspace, _ relay: RunningRelay, _ overThread: Bool) throws {
        let journal = try workspace.journal()
        let header = try #require(journal.first?.body)
        #expect(header["relay"] == .string("relay://\(relay.place)"))
        #expect(header["rerun"]?.stringValue?.contains(relay.options.joined(separator: " ")) == true)
        // The relay's round trip stands beside the times of each exchange, and is only a part of them.
        let answers = journal.filter { $0.kind == .wire && $0.body["kind"] == "response" && $0.body["sent-ns"] != nil }
        #expect(answers.count > 100)
        for answer in answers {
            let trip = try #require(answer.body["relay-ns"]?.int64Value)
            #expect(trip > 0 && trip < 1_000_000_000)
        }
        let parts = answers.count { answer in
            guard let sent = answer.body["sent-ns"]?.int64Value, let end = answer.body["answered-ns"]?.int64Value,
                let trip = answer.body["relay-ns"]?.int64Value
            else { return false }
            return trip < end - sent
        }
        #expect(parts > answers.count / 2)
        for file in try workspace.files(below: "Reports") {
            let bytes = try workspace.bytes("Reports/\(file)")
            #expect(!String(decoding: bytes, as: UTF8.self).contains(RunningRelay.token))
        }
    }

    @Test("A measurement shows the relay's round trip apart from the network's and the accessory's own time")
    func measure() async throws {
        try await withLightbulb(["--thread-port", "0"]) { assay, accessory, _ in
            try await assay.relaying { assay, relay in
                for (address, method) in [
                    (accessory.address, "TCP_INFO"), (try #require(accessory.thread), "CoAP ping"),
                ] {
                    let words = ["measure", "--address", address, "read", "--count", "20", "--json", "times.json"]
                    let measured = try await assay.run(words + relay.options)
                    #expect(measured.status == 0, "\(measured.everything)")
                    // On a busy machine the relay's share may be so large that nothing is left to tell apart.
                    let line =
                        #/network \S+ \S+ \((.+)\); relay \S+ \S+, subtracted; the accessory's own time: (p50|too short)/#
                    #expect(measured.words.firstMatch(of: line).map { String($0.1) } == method, "\(measured.output)")
                    let json = try JSON.parse(assay.workspace.bytes("times.json"))
                    let trip = json["series"]?[0]?["network"]?["after"]
                    #expect((trip?["relay"]?.int64Value ?? 0) > 0, "\(json)")
                    #expect(trip?["method"]?.stringValue == method)
                }
            }
        }
    }
}

/// A relay between two networks.
@Suite("A relay between networks", .takingTurns, .needsPrivateNetwork)
struct RelayedNetworkTests {
    @Test("A tester that reaches only the relay finds and tests the accessory behind it, over IP and Thread")
    func elsewhere() async throws {
        try await SeparateNetworks.with { networks in
            try await Workspace.with { workspace in
                var assay = AssayProgram(in: workspace)
                assay.launcher = networks.accessory.launcher
                let host = SeparateNetworks.accessoryAddress
                let state = workspace.path("accessory")
                let options = ["--host", host, "--thread-port", "0", "--state", state]
                try await assay.simulating("lightbulb", options) { accessory in
                    var tester = AssayProgram(in: workspace)
                    tester.launcher = networks.elsewhere.launcher
                    tester.environment["ASSAY_SETUP_CODE"] = accessory.setupCode
                    // Without the relay the accessory can neither be reached nor found.
                    let place = ["--address", accessory.address]
                    let direct = try await tester.run(["inspect"] + place)
                    #expect(direct.status == 3, "\(direct.everything)")
                    #expect(try await tester.run("discover", "--within", "1s").status == 3)
                    let bench = networks.bench.launcher
                    let allowed = ["--allow", "192.168.77.0/24"]
                    try await tester.relaying(allowed, at: SeparateNetworks.benchAddress, from: bench) {
                        tester,
                        relay in
                        let listed = try await tester.run(["discover", "--within", "3s", "--json"] + relay.options)
                        #expect(listed.status == 0, "\(listed.everything)")
                        let found = try JSON.parse(Array(listed.output.utf8)).arrayValue ?? []
                        let thread = try #require(accessory.thread)
                        let addresses = found.compactMap { $0["addresses"]?[0]?.stringValue }
                        #expect(Set(addresses) == [accessory.address, thread], "\(listed.output)")
                        let both = ["--name", "Assay Lightbulb", "--also", thread]
                        let cases = ["identity.value", "identity.long-term-key", "record.form", "read.twice"]
                        let run = try await tester.run(["run"] + both + cases + relay.options)
                        #expect(run.status == 0, "\(run.everything)")
                        #expect(run.output.contains("identity: the same over each transport"), "\(run.everything)")
                        let left = try JSON.parse(try workspace.bytes("accessory/state.json"))
                        #expect(left["pairings"] == [])
                    }
                }
            }
        }
    }

    @Test("An accessory with an address of one link only is found and tested there, and over a relay, with the zone")
    func linkLocal() async throws {
        try await SeparateNetworks.with { networks in
            try await Workspace.with { workspace in
                var assay = AssayProgram(in: workspace)
                assay.launcher = networks.accessory.launcher
                let options = ["--host", SeparateNetworks.accessoryLinkAddress, "--thread-port", "0"]
                try await assay.simulating("lightbulb", options) { accessory in
                    var near = AssayProgram(in: workspace)
                    near.launcher = networks.bench.launcher
                    near.environment["ASSAY_SETUP_CODE"] = accessory.setupCode
                    try await check(near, [])
                    var far = near
                    far.launcher = networks.elsewhere.launcher
                    let bench = networks.bench.launcher
                    try await far.relaying(["--allow", "fe80::/64"], at: SeparateNetworks.benchAddress, from: bench) {
                        try await check($0, $1.options)
                    }
                }
            }
        }
    }

    /// Finds the accessory over both transports, and runs a case over each.
    private func check(_ tester: AssayProgram, _ relay: [String]) async throws {
        let listed = try await tester.run(["discover", "--within", "3s", "--json"] + relay)
        let found = try JSON.parse(Array(listed.output.utf8)).arrayValue ?? []
        let addresses = found.compactMap { $0["addresses"]?[0]?.stringValue }.sorted()
        let zone = SeparateNetworks.benchInterface
        try #require(addresses.count == 2, "\(listed.everything)")
        #expect(addresses[0].hasPrefix("[fe80::77%\(zone)]:"), "\(addresses)")
        #expect(addresses[1].hasPrefix("coap://[fe80::77%\(zone)]:"), "\(addresses)")
        for address in addresses {
            let run = try await tester.run(["run", "--address", address, "read.twice", "event.once"] + relay)
            #expect(run.status == 0, "\(address): \(run.everything)")
        }
    }
}

/// Multicast DNS of a relay's bench.
@Suite("Discovering over a relay", .takingTurns, .needsPrivateNetwork)
struct RelayDiscoveryTests {
    @Test("`discover`, `--name` and `--device-id` find the accessories of the relay's network")
    func discovers() async throws {
        try await PrivateNetwork.with { network in
            try await Workspace.with { workspace in
                var program = AssayProgram(in: workspace)
                program.launcher = network.launcher
                try await program.simulating("lightbulb", ["--thread-port", "0"]) { accessory in
                    try await program.relaying { assay, relay in
                        var assay = assay
                        assay.environment["ASSAY_SETUP_CODE"] = accessory.setupCode
                        let direct = try await assay.run("discover", "--within", "3s", "--json")
                        let found = try await assay.run(["discover", "--within", "3s", "--json"] + relay.options)
                        #expect(found.status == 0, "\(found.everything)")
                        #expect(found.output == direct.output)
                        let json = try JSON.parse(Array(found.output.utf8))
                        #expect(
                            Set((json.arrayValue ?? []).compactMap { $0["transport"]?.stringValue }) == [
                                "ip", "thread",
                            ]
                        )
                        let id = try #require(json[0]?["device-id"]?.stringValue)
                        for place in [["--name", "Assay Lightbulb"], ["--device-id", id]] {
                            let run = try await assay.run(["run", "record.*", "read.twice"] + place + relay.options)
                            #expect(run.status == 0, "\(run.everything)")
                            #expect(!run.everything.contains("the advertisement was not found"))
                        }
                        try await checkProfile(assay, accessory, relay)
                        let other = try await assay.run(["inspect", "--name", "Assay Lamp"] + relay.options)
                        #expect(
                            other.status == 3 && other.errors.contains("found: Assay Lightbulb ("),
                            "\(other.everything)"
                        )
                    }
                }
            }
        }
    }

    /// `profile init` names the relay as the command did, and `--profile` needs nothing else.
    private func checkProfile(
        _ tester: AssayProgram,
        _ accessory: SimulatedAccessory,
        _ relay: RunningRelay
    ) async throws {
        var assay = tester
        assay.environment["ASSAY_RELAY_TOKEN"] = nil
        try assay.workspace.write("\(RunningRelay.token)\n", to: "bench/token")
        let token = ["--relay-token-file", "bench/token"]
        let words = ["profile", "init", "--file", "bench/accessory.yaml", "--address", accessory.address]
        let written = try await assay.run(words + relay.options + token)
        #expect(written.status == 0, "\(written.everything)")
        let text = try assay.workspace.text("bench/accessory.yaml")
        #expect(text.contains("    relay: \"relay://\(relay.place)\"\n"), "\(text)")
        #expect(text.contains("    fingerprint: \"\(relay.fingerprint)\"\n"), "\(text)")
        #expect(!text.contains(RunningRelay.token))
        let profile = ["run", "--profile", "bench/accessory.yaml", "read.twice"]
        let run = try await assay.run(profile)
        #expect(run.status == 0, "\(run.everything)")
        let header = try #require(assay.workspace.journal().first?.body)
        #expect(header["relay"] == .string("relay://\(relay.place)"))
        #expect(header["rerun"] == "assay run --profile bench/accessory.yaml")
        // The option overrides the profile, also in the command that repeats the run.
        let other = ["--via", "relay://127.0.0.1:1", "--relay-fingerprint", relay.fingerprint]
        let lost = try await assay.run(profile + other + token)
        #expect(lost.status == 3, "\(lost.everything)")
        #expect(lost.errors.contains("nothing listens at relay://127.0.0.1:1"), "\(lost.everything)")
    }
}
