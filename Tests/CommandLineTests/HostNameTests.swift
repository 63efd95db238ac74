import Glibc
import Processes
import Testing

/// An accessory that is named by its host, in a namespace with another list of hosts.
@Suite("Accessories at a host name", .takingTurns, .needsPrivateNetwork)
struct HostNameTests {
    @Test(
        "A name with an IPv6 address only, or with one of each version, is found over IP and over Thread",
        arguments: ["::1 lamp-six\n", "127.0.0.1 lamp-six\n::1 lamp-six\n"]
    )
    func names(_ hosts: String) async throws {
        try await withLightbulb(["--host", "::1", "--thread-port", "0"]) { assay, accessory, _ in
            try assay.workspace.write(hosts, to: "hosts")
            var assay = assay
            assay.launcher = ["/usr/bin/unshare"] + (geteuid() == 0 ? [] : ["--user", "--map-root-user"]) + ["--mount"]
            let thread = try #require(accessory.thread)
            for address in [accessory.address, thread] {
                let named = address.replacing("[::1]", with: "lamp-six")
                let child = try assay.start(
                    ["get", "--address", named, "lightbulb.on"],
                    through: #"mount --bind hosts /etc/hosts && exec "$@""#
                )
                let heard = try await child.end(within: .seconds(60))
                #expect(heard.ending == .init(status: 0, isSignal: false), "\(named): \(heard.errorText)")
                #expect(heard.outputText.hasSuffix("lightbulb.on = false\n"), "\(named): \(heard.outputText)")
            }
        }
    }
}
