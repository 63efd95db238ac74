import Foundation
import HAPModel
import Processes
import RunRecord
import Testing

@Suite("Discovering accessories", .takingTurns, .needsPrivateNetwork)
struct DiscoverTests {
    private func inPrivateNetwork(_ body: (AssayProgram) async throws -> Void) async throws {
        try await PrivateNetwork.with { network in
            try await Workspace.with { workspace in
                var assay = AssayProgram(in: workspace)
                assay.launcher = network.launcher
                try await body(assay)
            }
        }
    }

    @Test("`discover` lists the accessories with their facts, and what is wrong with their records")
    func lists() async throws {
        try await inPrivateNetwork { assay in
            try await assay.simulating("lightbulb", ["--defect", "config-number-zero"]) { lightbulb in
                try await assay.simulating("lock") { lock in
                    let found = try await assay.run("discover", "--within", "4s")
                    #expect(found.status == 0, "\(found.everything)")
                    let blocks = found.output.components(separatedBy: "\n\n")
                    try #require(blocks.count == 2, "\(found.output)")
                    #expect(
                        blocks[0].hasPrefix("Assay Door Lock\n  model      Door Lock 1\n  category   6, Door Lock\n")
                    )
                    #expect(blocks[0].contains("\n  address    \(lock.address)\n  state      not paired, c# 1\n"))
                    #expect(
                        blocks[0].hasSuffix("\n  records    no problem found\n")
                            || blocks[0].hasSuffix("no problem found")
                    )
                    #expect(blocks[1].contains("\n  address    \(lightbulb.address)\n  state      not paired, c# 0\n"))
                    #expect(
                        blocks[1].contains("\n  records    1 problem:\n    failed HAP-DISCOVERY-023 (must): c# lies in")
                    )
                    #expect(blocks[1].contains("\n      got      config-number is 0"))
                    #expect(blocks[1].split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(blocks[1])")

                    let listed = try await assay.run("discover", "--within", "4s", "--json")
                    let json = try JSON.parse(Array(listed.output.utf8))
                    #expect(json[0]?["name"] == "Assay Door Lock")
                    #expect(json[0]?["paired"] == false)
                    #expect(json[0]?["findings"] == [])
                    #expect(json[1]?["config-number"] == "0")
                    #expect(json[1]?["addresses"] == [.string(lightbulb.address)])
                    #expect(json[1]?["findings"]?[0]?["requirement"] == "HAP-DISCOVERY-023")
                }
            }
        }
    }

    @Test("Two accessories of one name are both listed, and a name that both have chooses neither")
    func namesakes() async throws {
        try await inPrivateNetwork { program in
            var assay = program
            let options = ["--defect", "ignores-instance-name-conflict"]
            try await assay.simulating("lightbulb", options) { first in
                try await assay.simulating("lightbulb", options) { second in
                    let listed = try await assay.run("discover", "--within", "4s", "--json")
                    let found = try JSON.parse(Array(listed.output.utf8)).arrayValue ?? []
                    try #require(
                        found.map { $0["name"] } == ["Assay Lightbulb", "Assay Lightbulb"],
                        "\(listed.output)"
                    )
                    let ids = found.compactMap { $0["device-id"]?.stringValue }
                    for (one, other) in zip(found, ids.reversed()) {
                        #expect(one["obstacles"] == [.string("another accessory advertises the same name: \(other)")])
                    }
                    assay.environment["ASSAY_SETUP_CODE"] = first.setupCode
                    let vague = try await assay.run("run", "--name", "Assay Lightbulb", "read.twice")
                    #expect(vague.status == 2)
                    #expect(vague.errors.hasPrefix("Error: 2 accessories have --name Assay Lightbulb: "))
                    for address in [first.address, second.address] { #expect(vague.errors.contains(address)) }
                    let id = try #require(found.first { $0["addresses"] == [.string(first.address)] })["device-id"]
                    let run = try await assay.run("run", "--device-id", id?.stringValue ?? "", "read.twice")
                    #expect(run.status == 0, "\(run.everything)")
                }
            }
        }
    }

    @Test(
        "An accessory that is reached over IP and Thread is listed for both, and found over IP",
        arguments: ["127.0.0.1", "::1"]
    )
    func thread(host: String) async throws {
        try await inPrivateNetwork { assay in
            try await assay.simulating("lightbulb", ["--host", host, "--thread-port", "0"]) { accessory in
                let listed = try await assay.run("discover", "--within", "4s", "--json")
                #expect(listed.status == 0, "\(listed.everything)")
                let found = try JSON.parse(Array(listed.output.utf8)).arrayValue ?? []
                #expect(Set(found.compactMap { $0["transport"]?.stringValue }) == ["ip", "thread"], "\(listed.output)")
                #expect(found.allSatisfy { $0["findings"] == [] })
                let thread = try #require(found.first { $0["transport"] == "thread" })
                let address = try #require(thread["addresses"]?[0]?.stringValue)
                #expect(address.hasPrefix(host == "::1" ? "coap://[::1]:" : "coap://127.0.0.1:"))
                var visitor = assay
                visitor.environment["ASSAY_SETUP_CODE"] = accessory.setupCode
                let run = try await visitor.run(
                    "run",
                    "--address",
                    address,
                    "thread.record",
                    "thread.session",
                    "--quiet"
                )
                #expect(run.status == 0, "\(run.everything)")
                let pair = try await visitor.run("pair", "--name", "assay lightbulb")
                #expect(pair.status == 0 && !pair.everything.contains("coap://"), "\(pair.everything)")
            }
        }
    }

    @Test("Without an accessory, `discover` says so and exits with status 3")
    func none() async throws {
        try await inPrivateNetwork { assay in
            let found = try await assay.run("discover", "--within", "500ms")
            #expect(found.status == 3)
            #expect(found.output == "")
            #expect(found.errors == "no accessory responded over multicast DNS within 500ms\n")
            let wrong = try await assay.run("discover", "--within", "soon")
            #expect(wrong.status == 2)
            #expect(wrong.errors.hasPrefix("Error: --within needs a time such as 500ms or 5s, not `soon`\n"))
        }
    }

    @Test("`discover --watch` shows accessories that appear, change and disappear")
    func watch() async throws {
        try await inPrivateNetwork { assay in
            let watch = try assay.start(["discover", "--watch", "--json"])
            func next(_ event: String) async throws -> JSON {
                while true {
                    let change = try JSON.parse(Array(try await watch.line(within: .seconds(20)).utf8))
                    if change["event"] == .string(event) { return change }
                }
            }
            try await assay.simulating("lightbulb") { accessory in
                let appeared = try await next("appeared")
                #expect(appeared["name"] == "Assay Lightbulb")
                #expect(appeared["paired"] == false)
                var visitor = assay
                visitor.environment["ASSAY_SETUP_CODE"] = accessory.setupCode
                let pair = try await visitor.run("pair", "--name", "assay lightbulb")
                #expect(pair.status == 0, "\(pair.everything)")
                let changed = try await next("changed")
                #expect(changed["paired"] == true)
                #expect(changed["txt"]?["sf"] == "0")
            }
            let gone = try await next("disappeared")
            #expect(gone["name"] == "Assay Lightbulb")
            watch.send(signal: SIGINT)
            #expect(try await watch.end(within: .seconds(10)).ending == .init(status: 0, isSignal: false))
        }
    }

    @Test("An accessory that advertises only Thread is watched, and named by its name or Device ID, over Thread")
    func onlyThread() async throws {
        try await inPrivateNetwork { program in
            var assay = program
            try assay.copySuites()
            // It is not advertised over IP while it is paired.
            let defects = "Suites/defects/discovery.yaml"
            try assay.workspace.write(
                try assay.workspace.text(defects) + """

                    - defect: hidden-over-ip
                      breaks: [HAP-DISCOVERY-001]
                      on: lightbulb
                      effect: { of: advertisement.presence, do: omit }
                      when: { over: ip }

                    """,
                to: defects
            )
            let watch = try assay.start(["discover", "--watch", "--json"])
            func next(_ event: String, over transport: String) async throws -> JSON {
                while true {
                    let change = try JSON.parse(Array(try await watch.line(within: .seconds(20)).utf8))
                    if change["event"] == .string(event), change["transport"] == .string(transport) { return change }
                }
            }
            let options = ["--host", "::1", "--thread-port", "0", "--defect", "hidden-over-ip"]
            try await assay.simulating("lightbulb", options) { accessory in
                let thread = try #require(accessory.thread)
                let appeared = try await next("appeared", over: "thread")
                #expect(appeared["addresses"] == [.string(thread)] && appeared["paired"] == false)
                assay.environment["ASSAY_SETUP_CODE"] = accessory.setupCode
                let paired = try await assay.run("pair", "--address", thread)
                #expect(paired.status == 0, "\(paired.everything)")
                let changed = try await next("changed", over: "thread")
                #expect(changed["paired"] == true)
                let id = try #require(changed["device-id"]?.stringValue)
                for place in [["--name", "Assay Lightbulb"], ["--device-id", id]] {
                    let got = try await assay.run(["get", "1.52", "--trace"] + place)
                    #expect(got.status == 0 && got.errors.contains(thread), "\(got.everything)")
                }
            }
            _ = try await next("disappeared", over: "thread")
            watch.send(signal: SIGINT)
            #expect(try await watch.end(within: .seconds(10)).ending == .init(status: 0, isSignal: false))
        }
    }

    @Test("An accessory is named by its name or Device ID wherever its address is accepted")
    func naming() async throws {
        try await inPrivateNetwork { assay in
            var assay = assay
            try await assay.simulating("lightbulb") { accessory in
                let json = try JSON.parse(Array(try await assay.run("discover", "--json").output.utf8))
                let id = try #require(json[0]?["device-id"]?.stringValue)
                assay.environment["ASSAY_SETUP_CODE"] = accessory.setupCode
                let run = try await assay.run("run", "--device-id", id.lowercased(), "record.*", "--quiet")
                #expect(run.status == 0, "\(run.everything)")
                let rerun = try assay.workspace.journal().first?.body["rerun"]?.stringValue
                #expect(rerun == "assay run --device-id \(id.lowercased())")
                #expect(try await assay.run("pair", "--name", "Assay Lightbulb").status == 0)
                for command in ["inspect", "recover", "unpair"] {
                    let done = try await assay.run(command, "--name", "Assay Lightbulb", "--device-id", id)
                    #expect(done.status == 0, "\(command): \(done.everything)")
                }
                let plan = try await assay.run("plan", "--name", "Assay Lightbulb", "record.form")
                #expect(plan.output.contains("record.form"), "\(plan.everything)")
                let unknown = try await assay.run("inspect", "--name", "Assay Lamp")
                #expect(unknown.status == 3)
                #expect(
                    unknown.errors
                        == "no accessory with --name Assay Lamp responded within 4 s; found: Assay Lightbulb (\(id))\n"
                )
                let both = try await assay.run("inspect", "--name", "A", "--address", accessory.address)
                #expect(both.status == 2)
                #expect(both.errors.contains("--address cannot be used with --name or --device-id"))
            }
        }
    }

    @Test("An accessory is found and tested over IPv6")
    func version6() async throws {
        try await inPrivateNetwork { assay in
            var assay = assay
            try await assay.simulating("lightbulb", ["--host", "::1"]) { accessory in
                #expect(accessory.address.hasPrefix("[::1]:"))
                assay.environment["ASSAY_SETUP_CODE"] = accessory.setupCode
                let found = try await assay.run("discover", "--within", "4s")
                #expect(found.output.contains("\n  address    \(accessory.address)\n"), "\(found.everything)")
                for place in [["--address", accessory.address], ["--name", "Assay Lightbulb"]] {
                    let run = try await assay.run(["run", "record.*", "read.twice", "--quiet"] + place)
                    #expect(run.status == 0, "\(run.everything)")
                    #expect(!run.everything.contains("the advertisement was not found"), "\(run.everything)")
                }
            }
        }
    }

    @Test(
        "An IPv6 address needs brackets, and a zone if it is valid on one link only",
        arguments: [
            ("fe80::1:51826", "an IPv6 address needs brackets around it, as in [fe80::1%eth0]:51826"),
            ("[fe80::1]:51826", "fe80::1 is valid on one link only; add the interface, as in [fe80::1%eth0]:51826"),
            ("[lamp]:51826", "`lamp` in `[lamp]:51826` is not an IPv6 address"),
            ("127.0.0.1", "--address needs HOST:PORT, as in 192.168.1.20:51826, not `127.0.0.1`"),
        ]
    )
    func malformed(_ address: String, _ message: String) async throws {
        try await Workspace.with { workspace in
            let inspect = try await AssayProgram(in: workspace).run("inspect", "--address", address)
            #expect(inspect.status == 2)
            #expect(inspect.errors.contains(message), "\(inspect.errors)")
        }
    }
}
