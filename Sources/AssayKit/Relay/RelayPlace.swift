package import Certificates
package import Links
package import Measurement
import Relay

/// A relay, and what a tester needs to use it.
package struct RelayPlace: Sendable, Hashable {
    /// How an address of a relay begins.
    package static let scheme = "relay://"

    package let host: String
    package let port: Int
    package let trust: CertificateTrust
    /// The file with the token; `nil` takes it from the environment.
    package let tokenFile: String?

    /// - Parameters:
    ///   - address: `relay://HOST:PORT`.
    ///   - source: what names the address, for messages.
    /// - Throws: ``SetupError`` if the address is malformed.
    package init(
        _ address: String,
        from source: String = "--via",
        trust: CertificateTrust,
        tokenFile: String?
    ) throws(SetupError) {
        guard address.hasPrefix(Self.scheme),
            let place = DatagramAddress(written: String(address.dropFirst(Self.scheme.count)))
        else {
            throw SetupError(
                .wrongArgument,
                "\(source) needs relay://HOST:PORT, as in relay://bench.example:7070, not `\(address)`"
            )
        }
        (host, port) = (place.host, place.port)
        self.trust = trust
        self.tokenFile = tokenFile
    }

    /// `relay://bench.example:7070`
    package var name: String { "\(Self.scheme)\(DatagramAddress(host: host, port: port))" }

    /// The options that name it, without its token.
    package var options: [String] {
        let trusted =
            switch trust {
            case .only(let fingerprint): ["--relay-fingerprint", fingerprint.description]
            case .authorities(let file): ["--relay-ca", file]
            }
        return ["--via", name] + trusted + (tokenFile.map { ["--relay-token-file", $0] } ?? [])
    }

    /// How long the relay may take to answer.
    private static let patience = Duration.seconds(10)

    /// Connects to the relay, and closes the connection when `body` ends.
    ///
    /// - Throws: ``SetupError`` if the relay cannot be used; the errors of `body`.
    func connected<Value>(
        clock: MonotonicClock,
        _ body: (RelayClient) async throws -> Value
    ) async throws -> Value {
        let token = try RelayToken.read(file: tokenFile)
        let (trust, host) = (trust, host)
        let dialer = TLSDialer(host: host, port: port, clock: clock) { trust.problem(with: $0, of: host) }
        let client: RelayClient
        do throws(LinkError) {
            client = try await RelayClient.connect(
                to: name,
                token: token.bytes,
                clock: clock,
                until: clock.deadline(in: Self.patience)
            ) { deadline, receiving throws(LinkError) in
                try await dialer.dial(until: deadline, receiving: receiving)
            }
        } catch {
            throw SetupError(.unreachable, error.message)
        }
        do {
            let value = try await body(client)
            await client.close()
            return value
        } catch {
            await client.close()
            throw error
        }
    }

    /// Gives `body` the networks of a relay; without one, those of this machine.
    ///
    /// - Throws: ``SetupError`` if the relay cannot be used; the errors of `body`.
    package static func networks<Value>(
        of relay: RelayPlace?,
        clock: MonotonicClock = .system,
        _ body: (any NetworkAccess) async throws -> Value
    ) async throws -> Value {
        guard let relay else { return try await body(LocalNetworkAccess(clock: clock)) }
        return try await relay.connected(clock: clock) { try await body($0) }
    }
}
