import Foundation
import Glibc
package import Testing

/// A network namespace that has only the loopback interface, with multicast over IPv4 and IPv6. Programs that use
/// multicast DNS on all interfaces run in it, so that they reach no other machine.
package struct PrivateNetwork: Sendable {
    /// The words before the words of a program that runs in it.
    package let launcher: [String]

    /// Makes a namespace for the time of `body`.
    package static func with<Value>(_ body: (PrivateNetwork) async throws -> Value) async throws -> Value {
        let setUp = """
            ip link set lo up && ip link set lo multicast on && ip -6 route add local ff00::/8 dev lo table local \
            && echo ready && exec cat
            """
        let holder = try ChildProcess(
            "/usr/bin/unshare",
            own + ["/bin/sh", "-c", setUp],
            environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"],
            folder: "/"
        )
        do {
            guard try await holder.line(within: .seconds(10)) == "ready" else {
                throw ChildFailure("unshare", "did not set the network up", ChildProcess.Heard())
            }
            let value = try await body(PrivateNetwork(launcher: launcher(into: holder.pid)))
            await holder.dismiss()
            return value
        } catch {
            await holder.dismiss()
            throw error
        }
    }

    /// Whether this machine lets the tests make namespaces. `.dev/test` requires it, so that none is skipped unnoticed.
    package static var isPossible: Bool {
        if ProcessInfo.processInfo.environment["ASSAY_PEERS"] == "required" { return true }
        let probe = Process()
        probe.executableURL = URL(filePath: "/usr/bin/unshare")
        probe.arguments = own + ["/bin/true"]
        guard (try? probe.run()) != nil else { return false }
        probe.waitUntilExit()
        return probe.terminationStatus == 0
    }

    private static var isRoot: Bool { geteuid() == 0 }

    /// The words before those of a program that runs in the namespaces of a process.
    static func launcher(into pid: Int32) -> [String] {
        let others = isRoot ? [] : ["--user", "--preserve-credentials"]
        return ["/usr/bin/nsenter", "--target", "\(pid)", "--net"] + others + ["--"]
    }

    /// The options of `unshare` for a namespace in which the tests may do everything.
    static var own: [String] { isRoot ? ["--net"] : ["--user", "--map-root-user", "--net"] }
}

extension Trait where Self == ConditionTrait {
    /// Skips the test where network namespaces are forbidden.
    package static var needsPrivateNetwork: Self {
        .enabled("this machine does not let the tests make network namespaces") { PrivateNetwork.isPossible }
    }
}
