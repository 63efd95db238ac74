package import Certificates
import Foundation
import Links
import Measurement
package import Relay

/// A relay that listens: what `assay relay` runs.
package struct RelayService: Sendable {
    private let server: RelayServer
    /// Where it listens: `0.0.0.0:7070`.
    package let place: String
    package let fingerprint: CertificateFingerprint

    /// Listens.
    ///
    /// - Parameters:
    ///   - port: 0 takes any free one.
    ///   - allowed: the addresses to which it connects, as ``RelayAllowList/Entry`` parses them.
    ///   - program: names the program to testers.
    ///   - report: called with each event, on any thread.
    /// - Throws: ``SetupError`` if an address is malformed, the certificate cannot be used, or the port is in use.
    package init(
        host: String,
        port: Int,
        allowed: [String],
        token: RelayToken,
        certificate: ServerCertificate,
        program: String,
        report: @escaping @Sendable (RelayEvent) -> Void
    ) async throws(SetupError) {
        var entries: [RelayAllowList.Entry] = []
        for text in allowed {
            guard let entry = RelayAllowList.Entry(text) else {
                throw SetupError(
                    .wrongArgument,
                    "--allow needs an address or a network, such as 192.168.1.20, [fd00::1]:5683 or 192.168.1.0/24, not "
                        + "`\(text)`"
                )
            }
            entries.append(entry)
        }
        fingerprint = certificate.fingerprint
        do throws(LinkError) {
            let identity = try TLSIdentity(chain: certificate.chain, key: certificate.key)
            let listener = try await SocketListener.bind(host: host, port: port, identity: identity)
            place = "\(DatagramAddress(host: host, port: listener.port))"
            server = RelayServer(
                listener,
                access: LocalNetworkAccess(stampsStreams: true),
                rules: RelayRules(token: token.bytes, allowed: RelayAllowList(entries)),
                program: program,
                report: report
            )
        } catch {
            throw SetupError(.unusable, error.message)
        }
    }

    /// Serves testers until the task is cancelled.
    package func serve() async { await server.serve() }
}
