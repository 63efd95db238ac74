package import HAPCrypto
package import HAPModel
import HAPPairing
package import Measurement

/// The accessory itself, independent of transports: values, sessions, permissions, pairings and events.
///
/// A pure machine: requests and the current moment go in, results and effects come out. It has neither sockets nor
/// a clock; ``nextDeadline`` says when it needs the next call.
package struct AccessoryCore: Sendable {
    package let definition: AccessoryDefinition
    /// The state that survives a restart.
    package internal(set) var state: PersistentState
    /// The current request, for the conditions of defects.
    package var request: AccessoryRequest?
    /// The unusual traits of that request.
    package var traits: Set<RequestTrait> = []
    /// The name of the transport whose input is handled, or over which the accessory is advertised; `nil` at other times.
    package var activeTransport: String?
    /// What happened until the current request, for defects that act only at one time or in one place.
    var circumstances = Circumstances()
    /// The sessions until now, for the same defects.
    var sessions = SessionHistory()
    /// How often the identify routine has run.
    package internal(set) var identifyCount = 0

    var defects: Switchboard
    let random: any RandomSource
    let characteristics: [CharacteristicID: CharacteristicDefinition]
    let adminOnlyFlags: [CharacteristicID]
    /// The characteristics that say over which transport they are read.
    let transportFlags: [CharacteristicID: TransportKind]
    var values: [CharacteristicID: JSON] = [:]
    /// The last button press of each characteristic; reads must not return it.
    var presses: [CharacteristicID: JSON] = [:]
    var connections: [ConnectionID: CoreConnection] = [:]
    /// The connections with something to notify, and perhaps others that had something. Only these are looked at after each
    /// message.
    var notifying: Set<ConnectionID> = []
    /// The session that wrote each characteristic last. With a defect, it does not get the device's own changes.
    var lastWriters: [CharacteristicID: ConnectionID] = [:]
    var timers: [CoreTimer] = []
    var timerOrder: UInt64 = 0
    /// When the measured values last changed by themselves, which only a twin's do.
    var measured: Moment?
    var effects: [CoreEffect] = []
    /// Timed writes by their owner, if that is not the session.
    var sharedPrepared: [[UInt8]: PreparedWrite] = [:]
    /// Subscriptions by controller, if they outlive the session.
    var keptSubscriptions: [[UInt8]: Set<CharacteristicID>] = [:]
    /// The connection and start of the pair-setup in progress.
    var setup: SetupAttempt?
    /// When the last pair-setup began.
    var setupBegan: Moment?
    /// The procedures that connections share.
    var sharedSetup: PairSetupAccessory?
    var sharedVerify: PairVerifyAccessory?
    /// The remains of removed pairings, which only a defect keeps.
    var remnants = PairingRemnants()
    /// What a transient pair-setup kept for the next one.
    var keptSetup: KeptSetup?
    /// The setup code's verifier, after its first use.
    var verifier: SRPVerifier?
    var log = OperationLog()
    /// The streams that were set up, by their Setup Endpoints.
    var streams: [CharacteristicID: CameraStream] = [:]
    /// The sessions that were last set up, for a defect that answers with them.
    var lastStreamSessions: [CharacteristicID: [UInt8]] = [:]
    /// How many snapshots were taken.
    var snapshots = 0
    /// Whether the accessory ever had a pairing.
    var wasPaired = false
    /// Whether decryption has failed in any session.
    var hasSessionFailed = false
    /// Whether the advertisement says that the accessory is paired.
    var shownAsPaired: Bool
    /// The values that a defect has counted in s#.
    var countedValues: UInt32 = 0
    /// The transport over which each pairing was made, for a defect that keeps pairings for each transport.
    var origins: [[UInt8]: String] = [:]
    /// Wrong setup codes over each transport, for a defect that counts them separately.
    var failuresOver: [String: Int64] = [:]
    /// Values that only one transport shows, for a defect that keeps values for each transport.
    var valuesOver: [String: [CharacteristicID: JSON]] = [:]
    /// Authorization data of earlier writes.
    var usedAuthorization: Set<[UInt8]> = []

    /// - Parameters:
    ///   - state: the state of an earlier run, or a new one.
    ///   - defects: the accessory's defects.
    package init(
        _ definition: AccessoryDefinition,
        state: PersistentState,
        defects: [any AlteredConduct] = [],
        random: any RandomSource
    ) {
        self.definition = definition
        self.state = state
        self.defects = Switchboard(defects)
        self.random = random
        shownAsPaired = state.isPaired
        let characteristics = definition.characteristics
        self.characteristics = Dictionary(characteristics.map { ($0.id, $0) }) { first, _ in first }
        adminOnlyFlags = definition.behaviours.compactMap { behaviour in
            if case .adminOnlyWhile(let flag) = behaviour { flag } else { nil }
        }
        transportFlags = definition.behaviours.reduce(into: [:]) { flags, behaviour in
            if case .transport(let flag, let kind) = behaviour { flags[flag] = kind }
        }
        for characteristic in characteristics { values[characteristic.id] = characteristic.value }
        if memory(.failures) == "boot" { self.state.failures = 0 }
    }

    // MARK: Connections

    /// A connection was opened.
    package mutating func open(_ connection: ConnectionID) {
        connections[connection] = CoreConnection(id: connection, transport: activeTransport)
    }

    /// A connection and its session have ended.
    package mutating func close(_ connection: ConnectionID, now: Moment) {
        let context = context(connection)
        guard let gone = connections.removeValue(forKey: connection) else { return }
        notifying.remove(connection)
        if let session = gone.session {
            sessions.end(session)
            forgetPairings(after: session, context, now: now)
        }
        if !gone.subscriptions.isEmpty, omits(.sessionEndOfSubscribed, context) { effects.append(.crash) }
        endSessionsElsewhere(after: gone)
        endOtherSessions(after: gone, context)
        if let session = gone.session, memory(.subscriptions) == "controller" || omits(.subscriptionEnd) {
            keptSubscriptions[session.identifier] = gone.subscriptions
        }
        if let session = gone.session, let prepared = gone.prepared, omits(.timedEnd) {
            sharedPrepared[session.identifier] = prepared
        }
        for (id, value) in gone.overwritten where memory(.values) == "writer" {
            change(id, to: value, by: nil, now: now)
        }
        endSetup(on: connection)
        endStreams(of: connection, now: now)
    }

    /// The session of a connection has ended, and the connection stays, with nothing that belonged to it.
    mutating func endSession(on connection: ConnectionID, now: Moment) {
        let transport = connections[connection]?.transport
        close(connection, now: now)
        connections[connection] = CoreConnection(id: connection, transport: transport)
    }

    /// Notes that bytes have arrived on the connection.
    ///
    /// - Parameter isReceiving: whether a request is incomplete; events wait for its response.
    package mutating func heard(_ connection: ConnectionID, isReceiving: Bool, now: Moment) {
        connections[connection]?.isReceiving = isReceiving
        connections[connection]?.lastHeard = now
    }

    /// Whether a session was verified on the connection.
    package func isVerified(_ connection: ConnectionID) -> Bool { connections[connection]?.session != nil }

    /// Whether a transient pair-setup has opened a session on the connection.
    package func isTransient(_ connection: ConnectionID) -> Bool { connections[connection]?.isTransient == true }

    /// Whether the accessory behaves as a paired one.
    package var isTakenForPaired: Bool {
        !knownPairings(over: activeTransport).isEmpty || (wasPaired && memory(.paired) == "ever")
    }

    // MARK: Points

    /// The rights of the controller on the connection; those that it had, if its pairing was removed.
    package func role(on connection: ConnectionID?) -> ControllerRole {
        guard let connection, let session = connections[connection]?.session else { return .unverified }
        if memory(.administrator) == "session" { return session.wasAdmin ? .admin : .regular }
        return holder(of: session)?.isAdmin ?? session.wasAdmin ? .admin : .regular
    }

    package func context(_ connection: ConnectionID?, _ characteristic: CharacteristicDefinition? = nil) -> PointContext
    {
        // A conformant accessory passes dozens of points for each request, and only defects look at the rest.
        guard !defects.isConformant else { return PointContext(controller: role(on: connection)) }
        var context = PointContext(
            request: request,
            controller: role(on: connection),
            characteristic: characteristic,
            traits: traits
        )
        context.transport = transport(of: connection)
        context.circumstances = circumstances
        context.standing = connection.flatMap { connections[$0]?.session }.map(standing)
        return context
    }

    /// The context of points that belong to no connection.
    var ambient: PointContext {
        var context = PointContext()
        context.transport = activeTransport
        return context
    }

    /// The result of a check: `nil` if the request may pass.
    package mutating func refusal<Answer>(
        _ point: GuardPoint,
        unless holds: Bool,
        _ answer: Answer,
        _ context: PointContext,
        other: (Int64) -> Answer?
    ) -> Answer? {
        for change in defects.changes(at: "guard \(point.rawValue)", context) {
            guard case .check(_, let departure) = change else { continue }
            switch departure {
            case .skip: return nil
            case .refuse: return answer
            case .answer(let code): return holds ? nil : other(code)
            }
        }
        return holds ? nil : answer
    }

    /// The HAP status of a check: `nil` if the request may pass.
    package mutating func refusal(
        _ point: GuardPoint,
        unless holds: Bool,
        _ status: HAPStatus,
        _ context: PointContext
    ) -> HAPStatus? {
        refusal(point, unless: holds, status, context) { HAPStatus(rawValue: $0) }
    }

    /// How a consequence deviates; `nil` if it does not.
    package mutating func departure(of effect: EffectPoint, _ context: PointContext? = nil) -> EffectDeparture? {
        guard !defects.isConformant else { return nil }
        for case .effect(_, let departure) in defects.changes(at: "effect \(effect.rawValue)", context ?? ambient) {
            return departure
        }
        return nil
    }

    /// Whether a consequence is suppressed.
    package mutating func omits(_ effect: EffectPoint, _ context: PointContext? = nil) -> Bool {
        departure(of: effect, context) == .omit
    }

    package func constant(_ point: ConstantPoint, _ context: PointContext? = nil) -> Int64 {
        for case .constant(_, let value) in defects.standing(at: "constant \(point.rawValue)", context ?? ambient) {
            return value
        }
        return point.standard
    }

    package func memory(_ point: MemoryPoint) -> String {
        for case .memory(_, let word) in defects.standing(at: "memory \(point.rawValue)", ambient) {
            return word
        }
        return point.words[0]
    }

    package func behaviour(_ point: BehaviourPoint, _ context: PointContext? = nil) -> String {
        for case .behaviour(_, let word) in defects.standing(at: "behaviour \(point.rawValue)", context ?? ambient) {
            return word
        }
        return point.words[0]
    }
}
