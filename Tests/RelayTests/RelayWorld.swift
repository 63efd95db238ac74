import Certificates
import Foundation
import Links
import Measurement
import Synchronization
import Testing

@testable import Relay

/// A relay and a tester of it, over TLS on the loopback interface.
struct RelayWorld: Sendable {
    static let token = Array("0123456789abcdef".utf8)
    static let clock = MonotonicClock.system

    let client: RelayClient
    /// Where the relay listens.
    let port: Int
    let certificate: ServerCertificate
    let log: Log

    /// The events of the relay.
    final class Log: Sendable {
        private let state = Mutex<[RelayEvent]>([])

        var events: [RelayEvent] { state.withLock { $0 } }

        func add(_ event: RelayEvent) { state.withLock { $0.append(event) } }
    }

    /// Runs `body` with a connected tester, and closes everything afterwards.
    static func run(
        allowing entries: [String] = ["127.0.0.1", "::1"],
        over access: any NetworkAccess = LocalNetworkAccess(stampsStreams: true),
        _ change: (inout RelayRules) -> Void = { _ in },
        _ body: (RelayWorld) async throws -> Void
    ) async throws {
        let certificate = try #require(ServerCertificate.made(for: "bench", from: .now - 60, until: .now + 3600))
        let identity = try TLSIdentity(chain: certificate.chain, key: certificate.key)
        let listener = try await SocketListener.bind(identity: identity)
        var rules = RelayRules(
            token: token,
            allowed: RelayAllowList(entries.compactMap { RelayAllowList.Entry($0) })
        )
        change(&rules)
        let log = Log()
        let server = RelayServer(
            listener,
            access: access,
            rules: rules,
            program: "a relay",
            report: { log.add($0) }
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await server.serve() }
            defer { group.cancelAll() }
            let client = try await connect(to: listener.port, certificate)
            try await body(RelayWorld(client: client, port: listener.port, certificate: certificate, log: log))
            await client.close()
        }
    }

    /// Another tester of the relay.
    static func connect(to port: Int, _ certificate: ServerCertificate, token: [UInt8] = token) async throws
        -> RelayClient
    {
        let trust = CertificateTrust.only(certificate.fingerprint)
        let dialer = TLSDialer(host: "127.0.0.1", port: port) { trust.problem(with: $0, of: "127.0.0.1") }
        return try await RelayClient.connect(
            to: "relay://127.0.0.1:\(port)",
            token: token,
            until: clock.deadline(in: .seconds(10))
        ) { deadline, receiving throws(LinkError) in
            try await dialer.dial(until: deadline, receiving: receiving)
        }
    }

    /// A bare TLS connection to the relay, and everything that arrives on it.
    func stranger() async throws -> (any StreamSocket, AsyncStream<StreamArrival>) {
        let (arrivals, continuation) = AsyncStream<StreamArrival>.makeStream()
        let dialer = TLSDialer(host: "127.0.0.1", port: port) { _ in nil }
        let socket = try await dialer.dial(until: Self.clock.deadline(in: .seconds(10))) { continuation.yield($0) }
        return (socket, arrivals)
    }

    /// The messages until the relay closes the connection, or until one is the last that is wanted.
    static func messages(
        _ arrivals: AsyncStream<StreamArrival>,
        until isLast: ([RelayMessage]) -> Bool = { _ in false }
    ) async throws -> [RelayMessage] {
        var decoder = RelayFrameDecoder()
        var messages: [RelayMessage] = []
        for await arrival in arrivals {
            guard case .bytes(let bytes, _) = arrival else { break }
            decoder.add(bytes)
            while let frame = try decoder.next() { messages.append(try #require(RelayMessage(frame))) }
            if isLast(messages) { break }
        }
        return messages
    }

    /// Both ends of a TCP connection over the relay.
    func pair(
        limits: LinkLimits = LinkLimits(),
        _ body: (_ near: any Link, _ far: any Link) async throws -> Void
    ) async throws {
        let listener = try await SocketListener.bind(limits: limits)
        let dialer = client.dialer(host: "127.0.0.1", port: listener.port)
        let near = try await dialer.dial(until: Self.clock.deadline(in: .seconds(10)))
        var links = listener.links.makeAsyncIterator()
        let far = try #require(await links.next())
        try await body(near, far)
        await near.close(abruptly: true)
        await far.close(abruptly: true)
        await listener.close()
    }
}

extension Link {
    /// Reads until the given number of bytes has arrived, or the link ends.
    func collect(_ count: Int) async -> [UInt8] {
        let deadline = RelayWorld.clock.deadline(in: .seconds(30))
        var bytes: [UInt8] = []
        while bytes.count < count {
            guard case .bytes(let more, _) = await receive(until: deadline) else { return bytes }
            bytes += more
        }
        return bytes
    }

    /// How the link ended, after all earlier bytes are read.
    func closure() async -> LinkClosure? {
        let deadline = RelayWorld.clock.deadline(in: .seconds(30))
        while true {
            switch await receive(until: deadline) {
            case .bytes: continue
            case .closed(let closure, _): return closure
            case .timedOut: return nil
            }
        }
    }
}
