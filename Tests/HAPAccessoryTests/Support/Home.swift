import HAPAccessory
import HAPCrypto
import HAPModel
import HAPPairing
import HAPSession
import HTTPWire
import Measurement

/// A simulated accessory without links or a clock, and the controllers that talk to it.
final class Home {
    var accessory: AccessoryHost
    var now = Moment(nanoseconds: 0)
    let random = SeededRandom(seed: 1)
    /// The unread bytes of each connection.
    private var inboxes: [ConnectionID: [HTTPMessage]] = [:]
    private var decoders: [ConnectionID: HTTPDecoder] = [:]
    private var sealers: [ConnectionID: FrameSealer] = [:]
    private var openers: [ConnectionID: FrameOpener] = [:]
    private(set) var closed: Set<ConnectionID> = []
    private(set) var kept: PersistentState?
    private(set) var hasCrashed = false
    /// Everything that the accessory sent, with its time, for comparison with another run.
    private(set) var log: [String] = []
    private var opened: UInt64 = 0
    /// The unread datagrams of connections over Thread.
    private var datagrams: [ConnectionID: [[UInt8]]] = [:]

    private let defects: [Defect]

    init(_ name: String, defects: [Defect] = [], state: PersistentState? = nil) throws {
        let definition = try Project.accessory(name)
        self.defects = defects
        let core = AccessoryCore(
            definition,
            state: state ?? PersistentState(random: random),
            defects: defects,
            random: random
        )
        accessory = AccessoryHost(core, bindings: [IPAccessory(), ThreadAccessory(random: RandomNumbers(random))])
    }

    convenience init(_ name: String, defect: String) throws {
        let text = defect.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }
            .joined(separator: "\n")
        let file = "defects:\n- defect: a-defect\n  breaks: [HAP-HTTP-001]\n  on: \(name)\n\(text)\n"
        try self.init(name, defects: Defect.load(file, file: "test.yaml"))
    }

    // MARK: Connections

    func connect() -> ConnectionID {
        opened += 1
        let connection = ConnectionID(number: opened)
        decoders[connection] = HTTPDecoder(.responses)
        carryOut(accessory.opened(connection, now: now))
        return connection
    }

    /// A connection over Thread.
    func visit() -> ThreadVisitor {
        opened += 1
        let connection = ConnectionID(number: opened)
        datagrams[connection] = []
        carryOut(accessory.opened(connection, over: 1, now: now))
        return ThreadVisitor(connection, in: self)
    }

    /// Takes the received datagrams of a connection over Thread.
    func takeDatagrams(on connection: ConnectionID) -> [[UInt8]] {
        defer { datagrams[connection] = [] }
        return datagrams[connection] ?? []
    }

    func disconnect(_ connection: ConnectionID) {
        carryOut(accessory.closed(connection, now: now))
    }

    /// Sends bytes unchanged.
    func sendRaw(_ bytes: [UInt8], on connection: ConnectionID) {
        carryOut(accessory.received(bytes, on: connection, now: now))
    }

    /// Sends a request, encrypted if there is a session.
    func send(_ request: HTTPRequest, on connection: ConnectionID) {
        sendRaw(sealed(request.encoded(), on: connection), on: connection)
    }

    /// The bytes as sent on the connection.
    func sealed(_ bytes: [UInt8], on connection: ConnectionID) -> [UInt8] {
        sealers[connection]?.seal(bytes).flatMap(\.raw) ?? bytes
    }

    /// Sends a request and takes its response.
    func exchange(_ request: HTTPRequest, on connection: ConnectionID) -> HTTPMessage? {
        send(request, on: connection)
        return takeMessages(on: connection, events: false).first
    }

    /// Takes the received responses or events of a connection.
    func takeMessages(on connection: ConnectionID, events: Bool) -> [HTTPMessage] {
        let messages = inboxes[connection] ?? []
        inboxes[connection] = messages.filter { $0.isEvent != events }
        return messages.filter { $0.isEvent == events }
    }

    /// The values of the received events of a connection, by characteristic.
    func takeEvents(on connection: ConnectionID) -> [[String: JSON]] {
        takeMessages(on: connection, events: true).map { message in
            let entries = message.json?["characteristics"]?.arrayValue ?? []
            return Dictionary(
                entries.map { entry in
                    let id = "\(entry["aid"]?.serialized() ?? "?").\(entry["iid"]?.serialized() ?? "?")"
                    return (id, entry["value"] ?? .null)
                }
            ) { $1 }
        }
    }

    /// Sends text in one frame, however long.
    func sendLongFrame(_ text: [UInt8], on connection: ConnectionID) {
        let frames = sealers[connection]?.sealOne(text[...]) ?? []
        sendRaw(frames.flatMap(\.raw), on: connection)
    }

    /// Restarts the accessory with its stored state.
    func restart(_ state: PersistentState) {
        let core = AccessoryCore(accessory.core.definition, state: state, defects: defects, random: random)
        accessory = AccessoryHost(core, bindings: [IPAccessory(), ThreadAccessory(random: RandomNumbers(random))])
    }

    /// Advances time, and lets the accessory do what is due.
    func wait(_ duration: Duration) {
        let end = now.advanced(by: duration)
        while let due = accessory.nextDeadline, due <= end {
            now = max(now, due)
            carryOut(accessory.wake(now: now))
        }
        now = end
    }

    func press(_ id: String, _ value: JSON) -> Bool {
        guard let id = CharacteristicID(id), let actions = accessory.press(id, value, now: now) else { return false }
        carryOut(actions)
        return true
    }

    func set(_ id: String, _ value: JSON) -> Bool {
        guard let id = CharacteristicID(id), let actions = accessory.set(id, value, now: now) else { return false }
        carryOut(actions)
        return true
    }

    /// The value that a characteristic has in the accessory.
    func value(_ id: String) -> JSON? { CharacteristicID(id).flatMap(accessory.core.value) }

    /// Its multicast DNS advertisement, and its label.
    var advertisement: [String] {
        var core = accessory.core
        let payload = core.printedPayload()?.withText { $0 } ?? "no payload"
        return core.advertisedText().map { String(decoding: $0, as: UTF8.self) } + [payload]
    }

    private func carryOut(_ actions: [AccessoryAction]) {
        for action in actions {
            switch action {
            case .send(let bytes, let connection, _) where datagrams[connection] != nil:
                datagrams[connection]?.append(bytes)
            case .send(let bytes, let connection, let link):
                var plain = bytes
                if openers[connection] != nil {
                    plain =
                        openers[connection]?.feed(bytes).flatMap { result -> [UInt8] in
                            if case .opened(let frame) = result { frame.plain } else { [] }
                        } ?? []
                }
                log.append("\(now.nanoseconds) \(connection) \(Self.readable(plain)) \(link)")
                if openers[connection] != nil { log.append("\(bytes.count) bytes in frames") }
                let messages = decoders[connection]?.feed(plain) ?? []
                inboxes[connection, default: []] += messages.filter { !$0.isInterim }
            case .close(let connection, let abruptly):
                log.append("\(now.nanoseconds) \(connection) closed \(abruptly)")
                closed.insert(connection)
                carryOut(accessory.closed(connection, now: now))
            case .persist(let state): kept = state
            case .advertise: log.append("\(now.nanoseconds) advertised")
            case .crash:
                log.append("\(now.nanoseconds) crash")
                hasCrashed = true
            }
        }
    }

    private static func readable(_ bytes: [UInt8]) -> String {
        String(validating: bytes, as: UTF8.self) ?? Hex.encode(bytes)
    }

    // MARK: Pairing

    func setup(
        _ identity: ControllerIdentity,
        code: SetupCode? = nil,
        on connection: ConnectionID
    ) -> PairSetupController {
        var controller = PairSetupController(
            setupCode: code ?? accessory.core.definition.setupCode,
            identity: identity,
            random: random
        )
        for (request, answer) in [(PairSetupStage.m1, PairSetupStage.m2), (.m3, .m4), (.m5, .m6)] {
            let body = controller.compose(request)
            guard let reply = exchange(.pairing("/pair-setup", body), on: connection) else { break }
            let right = controller.receive(answer, reply.body).isRight
            if !right { break }
        }
        return controller
    }

    /// Runs a pair-setup with flags up to M4, and encrypts everything after a transient one.
    func setup(
        _ flags: PairSetupFlags,
        method: UInt8 = 0,
        on connection: ConnectionID
    ) -> (controller: PairSetupController, m2: TLV8) {
        var controller = PairSetupController(
            setupCode: accessory.core.definition.setupCode,
            identity: identity("transient"),
            method: method,
            flags: flags.rawValue,
            random: random
        )
        let m2 = exchange(.pairing("/pair-setup", controller.compose(.m1)), on: connection)?.body ?? []
        guard controller.receive(.m2, m2).isRight,
            let m4 = exchange(.pairing("/pair-setup", controller.compose(.m3)), on: connection),
            controller.receive(.m4, m4.body).isRight, let keys = controller.transientKeys
        else { return (controller, TLV8(decoding: m2)) }
        seal(keys, on: connection)
        return (controller, TLV8(decoding: m2))
    }

    private func seal(_ keys: SessionKeys, on connection: ConnectionID) {
        sealers[connection] = FrameSealer(key: keys.controllerToAccessory, random: random)
        openers[connection] = FrameOpener(key: keys.accessoryToController)
    }

    /// Verifies, and encrypts everything afterwards.
    func verify(_ pairing: AccessoryPairing, on connection: ConnectionID) -> Bool {
        var controller = PairVerifyController(pairing: pairing, random: random)
        for (request, answer) in [(PairVerifyStage.m1, PairVerifyStage.m2), (.m3, .m4)] {
            let body = controller.compose(request)
            guard let reply = exchange(.pairing("/pair-verify", body), on: connection) else { return false }
            guard controller.receive(answer, reply.body).isRight else { return false }
        }
        guard let keys = controller.sessionKeys else { return false }
        seal(keys, on: connection)
        return true
    }

    func identity(_ name: String) -> ControllerIdentity {
        ControllerIdentity(pairingID: name, keyPair: Ed25519KeyPair(random: random))
    }

    /// Pairs the first controller.
    func pair(_ name: String = "admin") throws -> AccessoryPairing {
        let identity = identity(name)
        let connection = connect()
        let controller = setup(identity, on: connection)
        disconnect(connection)
        guard let pairing = controller.result else { throw TestFailure("pair-setup did not complete") }
        return pairing
    }

    /// Adds another controller in an administrator's session.
    func add(_ name: String, isAdmin: Bool = false, by admin: ConnectionID) throws -> AccessoryPairing {
        let identity = identity(name)
        let answer = pairings(
            .add(
                PairingRecord(
                    identifier: Array(name.utf8),
                    publicKey: identity.keyPair.publicKey,
                    permissions: isAdmin ? 1 : 0
                )
            ),
            on: admin
        )
        guard let answer, answer.error == nil else { throw TestFailure("the pairing was not added") }
        let state = accessory.core.state
        return AccessoryPairing(
            accessoryID: state.deviceID,
            accessoryLTPK: state.longTermKey.publicKey,
            controller: identity,
            isAdmin: isAdmin
        )
    }

    func pairings(_ request: PairingsRequest, on connection: ConnectionID) -> PairingsAnswer? {
        var controller = PairingsController(random: random)
        let body = controller.compose(request)
        return exchange(.pairing("/pairings", body), on: connection).map { controller.receive($0.body) }
    }

    /// A verified session of the controller.
    func session(_ pairing: AccessoryPairing) throws -> ConnectionID {
        let connection = connect()
        guard verify(pairing, on: connection) else { throw TestFailure("pair-verify did not complete") }
        return connection
    }

    /// A paired accessory, and the administrator's session.
    static func paired(_ name: String, defect: String? = nil) throws -> (Home, AccessoryPairing, ConnectionID) {
        let home = try defect.map { try Home(name, defect: $0) } ?? Home(name)
        let pairing = try home.pair()
        let connection = try home.session(pairing)
        return (home, pairing, connection)
    }
}

struct TestFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

extension PairingsAnswer {
    var error: TLVError? { answer.error }
}
