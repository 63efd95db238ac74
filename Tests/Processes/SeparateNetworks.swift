import Foundation

/// The network of a lab bench and another one, joined by the bench's machine alone: a machine elsewhere reaches that, but not
/// the accessory beside it. Each machine is a network namespace.
///
/// Nothing is forwarded between the networks, and nothing leaves this machine.
package struct SeparateNetworks: Sendable {
    /// The machine on which the accessory runs.
    package let accessory: Machine
    /// The machine of the bench, which is on both networks.
    package let bench: Machine
    /// The machine of the tester.
    package let elsewhere: Machine

    /// A machine: a network namespace.
    package struct Machine: Sendable {
        private let holder: ChildProcess
        /// The words before the words of a program that runs on it.
        package let launcher: [String]

        fileprivate init(in other: Machine? = nil) throws {
            let words =
                other.map { $0.launcher + ["/usr/bin/unshare", "--net"] } ?? ["/usr/bin/unshare"] + PrivateNetwork.own
            holder = try ChildProcess(
                words[0],
                words.dropFirst() + ["/bin/sh"],
                environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"],
                folder: "/"
            )
            launcher = PrivateNetwork.launcher(into: holder.pid)
        }

        var pid: Int32 { holder.pid }

        /// Runs commands there.
        ///
        /// - Throws: ``ChildFailure`` if one fails.
        func run(_ commands: String...) async throws {
            try holder.say(commands.joined(separator: " && ") + " && echo done || exit 1")
            _ = try await holder.line(within: .seconds(20))
        }

        func dismiss() async { await holder.dismiss() }
    }

    /// Makes the networks for the time of `body`.
    package static func with<Value>(_ body: (SeparateNetworks) async throws -> Value) async throws -> Value {
        let bench = try Machine()
        var machines = [bench]
        do {
            try await bench.run(quick, "ip link set lo up")
            let accessory = try Machine(in: bench)
            machines.append(accessory)
            let elsewhere = try Machine(in: bench)
            machines.append(elsewhere)
            for machine in [accessory, elsewhere] { try await machine.run(quick, "ip link set lo up") }
            try await join(bench, "lab", "192.168.77.1", to: accessory, "lamp", accessoryAddress)
            try await join(bench, "wide", benchAddress, to: elsewhere, "office", "10.77.0.2")
            try await accessory.run("ip addr add fe80::77/64 dev lamp")
            let networks = SeparateNetworks(accessory: accessory, bench: bench, elsewhere: elsewhere)
            let value = try await body(networks)
            for machine in machines { await machine.dismiss() }
            return value
        } catch {
            for machine in machines { await machine.dismiss() }
            throw error
        }
    }

    /// The accessory's address on the network of the bench.
    package static let accessoryAddress = "192.168.77.20"
    /// Its address there that is valid on one link only, with the zone of its own machine.
    package static let accessoryLinkAddress = "fe80::77%lamp"
    /// The name of the bench's interface on the network of the accessory.
    package static let benchInterface = "lab"
    /// The bench's address on the network of the tester.
    package static let benchAddress = "10.77.0.1"

    /// Addresses of IPv6 are valid at once.
    private static let quick = """
        for each in all default; do echo 0 >/proc/sys/net/ipv6/conf/$each/accept_dad; done
        """

    /// Joins two machines by a cable.
    private static func join(
        _ one: Machine,
        _ own: String,
        _ address: String,
        to other: Machine,
        _ name: String,
        _ otherAddress: String
    ) async throws {
        try await one.run(
            "ip link add \(own) type veth peer name \(name) netns \(other.pid)",
            "ip addr add \(address)/24 dev \(own)",
            "ip link set \(own) up"
        )
        try await other.run("ip addr add \(otherAddress)/24 dev \(name)", "ip link set \(name) up")
    }
}
