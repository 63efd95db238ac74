import HAPController
import HAPCrypto
import HAPModel
import HAPSession
import Judge
import Observations
import SuiteLanguage

/// The streams of a camera: they are set up and controlled, and their media are not looked at (HAP R1 8.75, 8.76).
extension InstanceRunner {
    /// The stream of a service that was set up on a connection.
    struct StreamKey: Hashable {
        /// The name of the connection.
        var connection: String
        /// The place of the service in the attribute database.
        var service: String
    }

    /// A stream that the instance has set up and not ended.
    struct OwnStream {
        /// The 16 bytes that the tester chose.
        var session: [UInt8]
        /// Selected RTP Stream Configuration of its service, which ends it; `nil` if the accessory has none.
        var selected: CharacteristicID?
    }

    /// Writes a request for a stream to Setup Endpoints; a later read shows the answer.
    func setUpStream(_ arguments: SetUpStreamArguments, on name: String) async -> Observation {
        guard let service = run.database.place(of: arguments.id)?.service else { return Self.namesNothing }
        if let reason = run.writes.spend([arguments.id]) { return .notDone(reason) }
        let ports: MediaPorts
        do {
            ports = try await openedMediaPorts(for: name)
        } catch {
            return .notDone("no port for media could be opened: \(error.message)")
        }
        // Some cameras are in use until the connection ends.
        spoil(name)
        let suite = arguments.suite ?? StreamOffer(service).suites.first ?? .aes128
        let session = run.environment.random.bytes(16)
        let value = JSON.string(Base64.encode(request(session, suite, ports, arguments.flaw).encoded()))
        let selected = service.characteristic(.selectedStreamConfiguration)?.iid.map {
            CharacteristicID(aid: arguments.id.aid, iid: $0)
        }
        if arguments.flaw == nil {
            let key = StreamKey(connection: name, service: service.path)
            streams[key] = OwnStream(session: session, selected: selected)
        }
        let seen = await carryOut(.write([WriteEntry(id: arguments.id, value: value)]), on: name)
        guard case .entries(var observation) = seen else { return seen }
        observation.stream = [
            "session": .string(Hex.encode(session)), "version": JSON(ports.isVersion6 ? 1 : 0),
            "suite": JSON(Int(suite.rawValue)),
        ]
        return .entries(observation)
    }

    private func openedMediaPorts(for name: String) async throws(ControllerError) -> MediaPorts {
        if let mediaPorts { return mediaPorts }
        let opened = try await run(for: name).environment.transport.openMediaPorts(within: run.settings.connectWithin)
        // A step at the same time may have been faster.
        if let mediaPorts {
            await opened.close()
            return mediaPorts
        }
        mediaPorts = opened
        return opened
    }

    /// Starts or ends the stream of the service that was set up on the connection.
    func selectStream(_ arguments: SelectStreamArguments, on name: String) async -> Observation {
        guard let service = run.database.place(of: arguments.id)?.service else { return Self.namesNothing }
        if let reason = run.writes.spend([arguments.id]) { return .notDone(reason) }
        let key = StreamKey(connection: name, service: service.path)
        let own = arguments.isForUnknownSession ? run.environment.random.bytes(16) : streams[key]?.session
        guard let session = own else {
            return .notDone("no step has set up a stream of this service on the connection")
        }
        spoil(name)
        let value = selection(arguments.command, session, StreamOffer(service))
        let seen = await carryOut(.write([WriteEntry(id: arguments.id, value: value)]), on: name)
        let isDone = run(for: name).evaluator.outcome("success", of: seen.json)
        if arguments.command == .end, !arguments.isForUnknownSession, isDone { streams[key] = nil }
        return seen
    }

    /// Ends the streams of connections that are still open, and closes the ports for media. Other streams have ended with their
    /// connections.
    func endStreams() async {
        for (key, stream) in streams.sorted(by: {
            ($0.key.connection, $0.key.service) < ($1.key.connection, $1.key.service)
        }) {
            guard let id = stream.selected, let wire = connections[key.connection]?.wire, wire.isOpen, wire.isSecured
            else { continue }
            let value = JSON.string(Base64.encode(Self.control(stream.session, .end).encoded()))
            _ = await wire.perform(.write([WriteEntry(id: id, value: value)]), within: patience)
        }
        streams = [:]
        await mediaPorts?.close()
        mediaPorts = nil
    }

    // MARK: Items

    /// A request for a stream (HAP R1 tables 8-10 to 8-12).
    private func request(
        _ session: [UInt8],
        _ suite: CryptoSuite,
        _ ports: MediaPorts,
        _ flaw: SetUpStreamArguments.Flaw?
    ) -> TLV8 {
        typealias Item = StreamItem.Endpoints
        typealias Place = StreamItem.Address
        let address = TLV8(items: [
            .init(type: Place.version, value: [ports.isVersion6 ? 1 : 0]),
            .init(type: Place.text, value: Array(ports.host.utf8)),
            .init(type: Place.videoPort, value: Self.bytes(UInt64(ports.video), 2)),
            .init(type: Place.audioPort, value: Self.bytes(UInt64(ports.audio), 2)),
        ])
        var items = [
            TLV8.Item(type: Item.session, value: flaw == .shortSession ? Array(session.prefix(4)) : session),
            TLV8.Item(type: Item.address, value: address.encoded()),
            TLV8.Item(type: Item.video, value: security(suite, flaw).encoded()),
            TLV8.Item(type: Item.audio, value: security(suite, flaw).encoded()),
        ]
        if flaw == .noAddress { items.remove(at: 1) }
        return TLV8(items: items)
    }

    private func security(_ suite: CryptoSuite, _ flaw: SetUpStreamArguments.Flaw?) -> TLV8 {
        typealias Item = StreamItem.Security
        let random = run.environment.random
        return TLV8(items: [
            .init(type: Item.suite, value: [flaw == .unknownSuite ? 9 : suite.rawValue]),
            .init(type: Item.key, value: random.bytes(flaw == .shortKey ? 3 : suite.keyLength)),
            .init(type: Item.salt, value: random.bytes(suite.saltLength)),
        ])
    }

    /// A command, with what is selected if it starts a stream (HAP R1 tables 8-14 to 8-19).
    private func selection(_ command: StreamCommand, _ session: [UInt8], _ offer: StreamOffer) -> JSON {
        var items = Self.control(session, command).items
        if command == .start {
            items.append(.init(type: StreamItem.Selection.video, value: video(offer).encoded()))
            items.append(.init(type: StreamItem.Selection.audio, value: audio(offer).encoded()))
        }
        return .string(Base64.encode(TLV8(items: items).encoded()))
    }

    private static func control(_ session: [UInt8], _ command: StreamCommand) -> TLV8 {
        let control = TLV8(items: [
            .init(type: StreamItem.Control.session, value: session),
            .init(type: StreamItem.Control.command, value: [command.rawValue]),
        ])
        return TLV8(items: [.init(type: StreamItem.Selection.control, value: control.encoded())])
    }

    /// H.264 at no more than 132 kbit a second, and an RTCP report each half second.
    private func video(_ offer: StreamOffer) -> TLV8 {
        let parameters = Self.numbers([(1, offer.profile, 1), (2, offer.level, 1), (3, 0, 1)])
        let attributes = Self.numbers([(1, offer.size.width, 2), (2, offer.size.height, 2), (3, offer.pictureRate, 1)])
        let rtp = Self.numbers([(1, 99, 1), (2, 0x0A0B_0C0D, 4), (3, 132, 2), (4, UInt64(Float(0.5).bitPattern), 4)])
        return TLV8(items: [
            .init(type: 1, value: [0]), .init(type: 2, value: parameters.encoded()),
            .init(type: 3, value: attributes.encoded()), .init(type: 4, value: rtp.encoded()),
        ])
    }

    /// One channel with variable bit rate, without comfort noise.
    private func audio(_ offer: StreamOffer) -> TLV8 {
        let parameters = Self.numbers([(1, 1, 1), (2, 0, 1), (3, offer.sampleRate, 1), (4, offer.packetTime, 1)])
        let rtp = Self.numbers([
            (1, 110, 1), (2, 0x0A0B_0C0E, 4), (3, 24, 2), (4, UInt64(Float(5).bitPattern), 4), (6, 13, 1),
        ])
        return TLV8(items: [
            .init(type: 1, value: [UInt8(clamping: offer.audioCodec)]), .init(type: 2, value: parameters.encoded()),
            .init(type: 3, value: rtp.encoded()), .init(type: 4, value: [0]),
        ])
    }

    private static func numbers(_ numbers: [(type: UInt8, value: UInt64, bytes: Int)]) -> TLV8 {
        TLV8(items: numbers.map { .init(type: $0.type, value: bytes($0.value, $0.bytes)) })
    }

    /// A number, little endian.
    private static func bytes(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
