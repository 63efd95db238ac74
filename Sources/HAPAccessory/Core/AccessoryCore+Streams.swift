import HAPCrypto
import HAPModel
import Measurement

/// The streams of a camera (HAP R1 8.71, 8.75, 8.76).
extension AccessoryCore {
    /// Handles a value for Setup Endpoints or Selected RTP Stream Configuration.
    ///
    /// - Returns: the answer; `nil` for another characteristic.
    mutating func takeStreamValue(
        _ value: JSON,
        for definition: CharacteristicDefinition,
        on connection: ConnectionID,
        now: Moment
    ) -> HAPStatus? {
        for case .stream(let setup, let selected, let status) in self.definition.behaviours {
            let items = TLV8(decoding: value.stringValue.flatMap(Base64.decode) ?? [])
            switch definition.id {
            case setup: return setUp(items, of: definition, status, on: connection, now: now)
            case selected: return select(items, of: definition, stream: setup, status, on: connection, now: now)
            default: continue
            }
        }
        return nil
    }

    /// The streams of a connection end with it.
    mutating func endStreams(of connection: ConnectionID, now: Moment) {
        for case .stream(let setup, _, let status) in definition.behaviours {
            guard let stream = streams[setup], stream.owner == connection, !omits(.streamClose) else { continue }
            streams[setup] = nil
            if stream.isRunning || isUsedFromSetUp { show(.available, at: status, now: now) }
        }
    }

    /// Whether a stream is in use before its start, as a twin's.
    private var isUsedFromSetUp: Bool { behaviour(.streamUse) == "set-up" }

    private mutating func setUp(
        _ items: TLV8,
        of definition: CharacteristicDefinition,
        _ status: CharacteristicID,
        on connection: ConnectionID,
        now: Moment
    ) -> HAPStatus {
        let context = context(connection, definition)
        let request = StreamRequest(items)
        let way = behaviour(.streamAnswer, context)
        if request == nil, way == "refused-in-answer" {
            let answer = Self.answer(items[StreamItem.Endpoints.session] ?? [], status: 2)
            connections[connection]?.ownValues[definition.id] = .string(Base64.encode(answer.encoded()))
            return .success
        }
        if let status = refusal(.streamRequest, unless: request != nil, .invalidValue, context) { return status }
        let session = request?.session ?? items[StreamItem.Endpoints.session] ?? []
        var answer: TLV8
        let isBusy = streams[definition.id].map { $0.isRunning || isUsedFromSetUp } ?? false
        if isBusy, way == "busy-refused" { return .resourceBusy }
        if isBusy, way != "never-busy" {
            answer = Self.answer(session, status: 1)
        } else {
            let earlier = lastStreamSessions.updateValue(session, forKey: definition.id)
            streams[definition.id] = CameraStream(session: session, owner: connection)
            answer = self.answer(to: request, session, after: earlier, context)
            if isUsedFromSetUp { show(.inUse, at: status, now: now) }
        }
        let value = JSON.string(Base64.encode(answer.encoded()))
        // Its keys are only for the controller that asked.
        if way == "shared" {
            for case .stream(let other, _, _) in self.definition.behaviours { values[other] = value }
        } else if way == "for-all" {
            values[definition.id] = value
        } else {
            connections[connection]?.ownValues[definition.id] = value
        }
        return .success
    }

    private static func answer(_ session: [UInt8], status: UInt8, _ more: [TLV8.Item] = []) -> TLV8 {
        typealias Item = StreamItem.Endpoints
        return TLV8(
            items: [.init(type: Item.session, value: session), .init(type: Item.status, value: [status])] + more
        )
    }

    /// - Parameter earlier: the session that was set up before.
    private func answer(
        to request: StreamRequest?,
        _ session: [UInt8],
        after earlier: [UInt8]?,
        _ context: PointContext
    ) -> TLV8 {
        typealias Item = StreamItem.Endpoints
        guard let request else { return Self.answer(session, status: 0) }
        let way = behaviour(.streamAnswer, context)
        let session =
            switch way {
            case "other-session": random.bytes(16)
            case "earlier-session": earlier ?? session
            default: session
            }
        var items = [
            TLV8.Item(type: Item.address, value: address(for: request, way).encoded()),
            TLV8.Item(type: Item.video, value: security(for: request.video, way).encoded()),
            TLV8.Item(type: Item.audio, value: security(for: request.audio, way).encoded()),
            TLV8.Item(type: Item.videoSource, value: random.bytes(4)),
            TLV8.Item(type: Item.audioSource, value: random.bytes(way == "short-source" ? 2 : 4)),
        ]
        switch way {
        case "no-sources": items.removeLast(2)
        case "no-address": items.removeFirst()
        default: break
        }
        return Self.answer(session, status: way == "failed" ? 2 : 0, items)
    }

    /// The accessory's address. Controller and accessory are on one machine, so it is the controller's.
    private func address(for request: StreamRequest, _ way: String) -> TLV8 {
        typealias Item = StreamItem.Address
        var version = request.address[Item.version] ?? [0]
        var text = request.address[Item.text] ?? []
        if way == "other-family" {
            let isSix = version == [1]
            (version, text) = ([isSix ? 0 : 1], Array((isSix ? "127.0.0.1" : "::1").utf8))
        }
        let (video, audio): ([UInt8], [UInt8]) = ([0x40, 0xC3], way == "one-port" ? [0x40, 0xC3] : [0x42, 0xC3])
        var items = [
            TLV8.Item(type: Item.version, value: version), TLV8.Item(type: Item.text, value: text),
            TLV8.Item(type: Item.videoPort, value: video), TLV8.Item(type: Item.audioPort, value: audio),
        ]
        if way == "no-audio-port" { items.removeLast() }
        return TLV8(items: items)
    }

    /// New keys for the suite that the controller chose.
    private func security(for parameters: TLV8, _ way: String) -> TLV8 {
        typealias Item = StreamItem.Security
        var suite = StreamRequest.suite(of: parameters) ?? .aes128
        if way == "first-suite" { suite = .aes128 }
        let length = way == "short-keys" ? max(0, suite.keyLength - 2) : suite.keyLength
        let key =
            switch way {
            case "same-keys": [UInt8](repeating: 0x4B, count: length)
            case "controller-keys": parameters[Item.key] ?? []
            default: random.bytes(length)
            }
        return TLV8(items: [
            .init(type: Item.suite, value: [suite.rawValue]), .init(type: Item.key, value: key),
            .init(type: Item.salt, value: random.bytes(suite.saltLength)),
        ])
    }

    private mutating func select(
        _ items: TLV8,
        of definition: CharacteristicDefinition,
        stream setup: CharacteristicID,
        _ status: CharacteristicID,
        on connection: ConnectionID,
        now: Moment
    ) -> HAPStatus {
        let context = context(connection, definition)
        let control = items[StreamItem.Selection.control].map(TLV8.init(decoding:))
        let command = control?.integer(StreamItem.Control.command).flatMap { UInt8(exactly: $0) }
            .flatMap(StreamCommand.init(rawValue:))
        let isKnown = control?[StreamItem.Control.session] == streams[setup]?.session && streams[setup] != nil
        if let refused = refusal(.streamSession, unless: isKnown, .invalidValue, context) { return refused }
        guard let command else { return .invalidValue }
        switch command {
        case .start:
            if let refused = refusal(.streamStart, unless: true, .invalidValue, context) { return refused }
            streams[setup]?.isRunning = true
            show(.inUse, at: status, now: now)
        case .end:
            guard !omits(.streamEnd, context) else { break }
            streams[setup] = nil
            show(.available, at: status, now: now)
        case .suspend, .resume, .reconfigure: break
        }
        return .success
    }

    /// What Streaming Status says (HAP R1 table 8-1).
    private enum Availability: UInt8 {
        case available = 0
        case inUse = 1
    }

    private mutating func show(_ availability: Availability, at status: CharacteristicID, now: Moment) {
        guard !omits(.streamStatus, context(nil, characteristics[status])) else { return }
        let value = TLV8(items: [.init(type: 1, value: [availability.rawValue])])
        change(status, to: .string(Base64.encode(value.encoded())), by: nil, now: now)
    }
}
