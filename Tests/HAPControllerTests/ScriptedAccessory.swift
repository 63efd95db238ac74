import HAPController
import HAPCrypto
import HAPPairing
import HAPSession
import HTTPWire
import Links
import Measurement
import Synchronization
import Testing

/// Stores every event, and numbers them from 1.
final class Recorder: WireObserver {
    private let state = Mutex<[WireEvent]>([])

    var events: [WireEvent] { state.withLock { $0 } }

    func record(_ event: WireEvent) -> UInt64 {
        state.withLock { events in
            events.append(event)
            return UInt64(events.count)
        }
    }

    /// The events with these numbers.
    func cited(_ numbers: [UInt64]) -> [String] {
        let events = events
        return numbers.map { "\(events[Int($0) - 1].direction.rawValue) \(events[Int($0) - 1].kind)" }
    }
}

/// The accessory's side of one connection, for a script that defines its behaviour.
struct ScriptedPeer {
    let link: any Link
    let clock: MonotonicClock
    private var decoder = HTTPDecoder(.requests)
    private var opener: FrameOpener?
    private var sealer: FrameSealer?

    init(link: any Link, clock: MonotonicClock) {
        self.link = link
        self.clock = clock
    }

    /// The next request; `nil` at the end of the connection, or after a minute.
    mutating func request() async -> HTTPMessage? {
        while true {
            if let message = decoder.next() { return message }
            if case .opened(let frame)? = opener?.next() {
                decoder.append(frame.plain)
                continue
            }
            guard case .bytes(let bytes, _) = await link.receive(until: clock.deadline(in: .seconds(60))) else {
                return nil
            }
            if opener == nil { decoder.append(bytes) } else { opener?.append(bytes) }
        }
    }

    mutating func send(_ response: HTTPResponse) async {
        await send(response.encoded())
    }

    mutating func send(_ plain: [UInt8]) async {
        await raw(packed(plain))
    }

    mutating func packed(_ plain: [UInt8]) -> [UInt8] {
        sealer?.seal(plain).flatMap(\.raw) ?? plain
    }

    func raw(_ bytes: [UInt8]) async {
        _ = try? await link.send(bytes)
    }

    func pause(_ duration: Duration) async {
        try? await clock.sleep(for: duration)
    }

    mutating func secure(_ keys: SessionKeys) {
        opener = FrameOpener(key: keys.controllerToAccessory)
        opener?.append(decoder.takePending())
        sealer = FrameSealer(key: keys.accessoryToController)
    }
}

/// Connects a scripted accessory with a connection.
enum World: String, CaseIterable, CustomTestStringConvertible {
    case bench = "virtual time"
    case sockets = "TCP over loopback"

    var testDescription: String { rawValue }

    struct Scene: Sendable {
        var connection: IPConnection
        var recorder: Recorder
        var clock: MonotonicClock
    }

    /// The keys of a session that needed no Pair Verify.
    static let keys = SessionKeys(
        accessoryToController: EncryptionKey(SecretBytes([UInt8](repeating: 1, count: 32))),
        controllerToAccessory: EncryptionKey(SecretBytes([UInt8](repeating: 2, count: 32))),
        sharedSecret: SharedSecret(SecretBytes([UInt8](repeating: 3, count: 32)))
    )

    /// Runs `body` with an open connection to an accessory that follows `script` on every connection.
    ///
    /// - Parameter secured: whether both sides begin inside a session.
    func run(
        secured: Bool = false,
        script: @escaping @Sendable (inout ScriptedPeer) async -> Void,
        _ body: @escaping @Sendable (Scene) async throws -> Void
    ) async throws {
        switch self {
        case .bench:
            let bench = VirtualBench()
            try bench.run {
                let network = InProcessNetwork(clock: bench.clock)
                let listener = try network.listen(at: "lamp")
                try await Self.play(
                    network.dialer(to: "lamp"),
                    listener,
                    bench.clock,
                    secured: secured,
                    script: script,
                    body
                )
            }
        case .sockets:
            let listener = try await SocketListener.bind()
            let dialer = SocketDialer(host: "127.0.0.1", port: listener.port)
            try await Self.play(dialer, listener, .system, secured: secured, script: script, body)
        }
    }

    private static func play(
        _ dialer: any LinkDialer,
        _ listener: any LinkListener,
        _ clock: MonotonicClock,
        secured: Bool,
        script: @escaping @Sendable (inout ScriptedPeer) async -> Void,
        _ body: @escaping @Sendable (Scene) async throws -> Void
    ) async throws {
        let recorder = Recorder()
        let connection = IPConnection(dialer: dialer, clock: clock, observer: recorder, name: "a")
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                await withDiscardingTaskGroup { links in
                    for await link in listener.links {
                        links.addTask {
                            var peer = ScriptedPeer(link: link, clock: clock)
                            if secured { peer.secure(Self.keys) }
                            await script(&peer)
                            await link.close()
                        }
                    }
                }
            }
            do {
                try await connection.open(within: .seconds(60))
                if secured { connection.secure(Self.keys, controller: "alice") }
                try await body(Scene(connection: connection, recorder: recorder, clock: clock))
            } catch {
                Issue.record(error)
            }
            await connection.close(abruptly: true)
            await listener.close()
            group.cancelAll()
            try await group.waitForAll()
        }
    }
}
