import Foundation
import HAPModel
import Processes
import Testing

/// `assay discover` against HAP-python and python-zeroconf, in a network that has only the loopback interface.
@Suite("Discovery with peers", .needsPeers, .needsPrivateNetwork, .takingTurns, .timeLimit(.minutes(10)))
struct DiscoveryPeerTests {
    private func discover(in network: PrivateNetwork, _ words: [String] = []) async throws -> JSON {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            assay.launcher = network.launcher
            let found = try await assay.run(["discover", "--json"] + words)
            #expect(found.status == 0, "\(found.everything)")
            return try JSON.parse(Array(found.output.utf8))
        }
    }

    @Test("HAP-python's accessory is found with all its facts, and its records are right")
    func happy() async throws {
        try await PrivateNetwork.with { network in
            try await Peer.run(.happyAccessory, ["--kind", "bridge", "--advertise"], in: network) { accessory in
                let found = try await discover(in: network)
                #expect(found.arrayValue?.count == 1)
                #expect(found[0]?["name"]?.stringValue?.hasPrefix("PyBridge") == true)
                #expect(found[0]?["device-id"] == accessory.ready["device-id"])
                #expect(found[0]?["category"] == 2)
                #expect(found[0]?["addresses"] == [.string("127.0.0.1:\(try accessory.port)")])
                #expect(found[0]?["paired"] == false)
                #expect(found[0]?["findings"] == [])
            }
        }
    }

    private static let right: JSON = [
        "c#": "3", "id": "A1:B2:C3:D4:E5:02", "md": "Z-1", "pv": "1.1", "s#": "1", "sf": "1", "ci": "5", "ff": "0",
    ]

    private static func service(_ text: JSON, address: String) -> JSON {
        ["name": "Zero Lamp", "port": 4711, "address": .string(address), "txt": text]
    }

    @Test(
        "python-zeroconf's service is found over IPv4 and IPv6, and violations of its TXT record are named",
        arguments: ["127.0.0.1", "::1"]
    )
    func zeroconf(address: String) async throws {
        try await PrivateNetwork.with { network in
            try await Peer.run(.zeroconf, ["--interface", address], in: network) { peer in
                let host = address.contains(":") ? "[\(address)]" : address
                try await peer.ask("register", Self.service(Self.right, address: address))
                let right = try await discover(in: network)
                #expect(right[0]?["name"] == "Zero Lamp")
                #expect(right[0]?["addresses"] == [.string("\(host):4711")])
                #expect(right[0]?["model"] == "Z-1")
                #expect(right[0]?["findings"] == [])
                var text = try #require(Self.right.objectValue)
                (text["sf"], text["id"]) = ("9", "A1:B2:C3:D4:E5")
                try await peer.ask("update", Self.service(.object(text), address: address))
                let wrong = try await discover(in: network)
                let broken = wrong[0]?["findings"]?.arrayValue?.compactMap { $0["requirement"]?.stringValue } ?? []
                #expect(Set(broken) == ["HAP-DISCOVERY-033", "HAP-DISCOVERY-050"])
            }
        }
    }

    @Test("Why no controller can connect to an accessory, or tell it from another, is named")
    func obstacles() async throws {
        try await PrivateNetwork.with { network in
            try await Peer.run(.zeroconf, in: network) { peer in
                let nowhere: JSON = ["name": "Nowhere", "port": 0, "address": "", "txt": Self.right]
                try await peer.ask("register", nowhere)
                try await peer.ask("register", Self.service(Self.right, address: "127.0.0.1"))
                let found = try await discover(in: network)
                #expect(
                    found[0]?["obstacles"] == [
                        "the SRV record has port 0, to which no controller can connect",
                        "no A or AAAA record has an address of Nowhere.local; the address is that of the sender",
                        "another service advertises the same device id: Zero Lamp, Zero-Lamp.local",
                    ]
                )
                #expect(
                    found[1]?["obstacles"]
                        == ["another service advertises the same device id: Nowhere, Nowhere.local"]
                )
            }
        }
    }

    @Test(
        "python-zeroconf finds the simulated accessory with its address and TXT record",
        arguments: ["127.0.0.1", "::1"]
    )
    func simulator(address: String) async throws {
        try await PrivateNetwork.with { network in
            try await Workspace.with { workspace in
                var assay = AssayProgram(in: workspace)
                assay.launcher = network.launcher
                try await assay.simulating("lightbulb", ["--host", address]) { accessory in
                    try await Peer.run(.zeroconf, ["--interface", address], in: network) { peer in
                        let services = try await peer.ask("browse", ["within": 2])["services"]
                        #expect(services?.arrayValue?.count == 1)
                        #expect(services?[0]?["name"] == "Assay Lightbulb")
                        #expect(services?[0]?["addresses"] == [.string(address)])
                        #expect(services?[0]?["txt"]?["sf"] == "1")
                        let port = services?[0]?["port"]?.int64Value ?? 0
                        #expect(accessory.address.hasSuffix(":\(port)"))
                    }
                }
            }
        }
    }

    @Test("The simulated accessory and python-zeroconf never share a name: the one that has it defends it")
    func conflict() async throws {
        try await PrivateNetwork.with { network in
            try await Workspace.with { workspace in
                var assay = AssayProgram(in: workspace)
                assay.launcher = network.launcher
                try await Peer.run(.zeroconf, in: network) { peer in
                    let own: JSON = [
                        "name": "Assay Lightbulb", "port": 4711, "address": "127.0.0.1", "txt": Self.right,
                    ]
                    try await peer.ask("register", own)
                    try await assay.simulating("lightbulb") { _ in
                        try await peer.ask("browse", ["within": 3])
                        let found = try await discover(in: network)
                        let names = found.arrayValue?.compactMap { $0["name"]?.stringValue }
                        #expect(names == ["Assay Lightbulb", "Assay Lightbulb (2)"])
                        let late: JSON = [
                            "name": "Assay Lightbulb (2)", "port": 4712, "address": "127.0.0.1", "txt": Self.right,
                        ]
                        let refusal = await #expect(throws: PeerRefusal.self) { try await peer.ask("register", late) }
                        #expect(refusal?.error == "NonUniqueNameException")
                    }
                    // The accessory has said goodbye.
                    let left = try await discover(in: network)
                    #expect(left.arrayValue?.count == 1)
                }
            }
        }
    }
}
