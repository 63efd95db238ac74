import HAPCrypto
import HAPModel
package import HAPPairing
package import Measurement

/// A pair-setup in progress.
struct SetupAttempt: Sendable {
    var connection: ConnectionID
    /// The time of its last message.
    var last: Moment
}

extension AccessoryCore {
    /// Responds to the body of a request to pair-setup.
    package mutating func pairSetup(_ body: [UInt8], on connection: ConnectionID, now: Moment) -> PairingReply {
        if isSetupHeld(elsewhereThan: connection, now: now) == false, let setup, setup.connection != connection {
            if !omits(.setupAbandon) { connections[setup.connection]?.setup?.abandon() }
            self.setup = nil
        }
        let isBusy = isSetupHeld(elsewhereThan: connection, now: now)
        let pairingContext = PairSetupContext(
            isPaired: isTakenForPaired || remnants.isPaired,
            failures: Int(clamping: failures(on: connection)),
            isBusyElsewhere: isBusy,
            backoffSeconds: secondsUntilSetup(now),
            hasRoom: Int64(state.pairings.count + remnants.rooms) < capacity,
            supportsSoftwareAuthentication: definition.hasSoftwareAuthentication,
            keptSetup: keptSetup
        )
        let isShared = memory(.setupAttempt) == "accessory"
        var machine = (isShared ? sharedSetup : connections[connection]?.setup) ?? setupMachine(connection)
        let reply = machine.receive(body, context: pairingContext)
        if isShared { sharedSetup = machine } else { connections[connection]?.setup = machine }
        if setup?.connection == connection { setup?.last = now }
        note(reply)
        carryOut(reply.consequences, on: connection, now: now)
        return reply
    }

    /// Responds to the body of a request to pair-verify.
    package mutating func pairVerify(_ body: [UInt8], on connection: ConnectionID, now: Moment) -> PairingReply {
        let others = connections.values.filter { $0.id != connection }
        let pairingContext = PairVerifyContext(
            pairings: knownPairings(over: transport(of: connection)),
            verifyingElsewhere: others.count { $0.verify?.isInProgress == true },
            openSessions: others.compactMap { $0.session?.identifier },
            failures: Int(clamping: failures(on: connection))
        )
        let isShared = memory(.verifyAttempt) == "accessory"
        var machine =
            (isShared ? sharedVerify : connections[connection]?.verify)
            ?? PairVerifyAccessory(
                identity: identity,
                departures: defects.departures(context(connection)),
                random: random
            )
        let reply = machine.receive(body, context: pairingContext)
        if isShared { sharedVerify = machine } else { connections[connection]?.verify = machine }
        note(reply)
        carryOut(reply.consequences, on: connection, now: now)
        if reply.refusedBy != nil, omits(.sessionKeepAtRefusal, context(connection)) {
            effects += others.filter { $0.session != nil }.map(\.id).sorted().map { .close($0) }
        }
        return reply
    }

    /// Responds to the body of a request to add, remove or list pairings.
    package mutating func pairings(_ body: [UInt8], on connection: ConnectionID, now: Moment) -> PairingReply {
        let session = connections[connection]?.session
        var machine = PairingsAccessory(departures: defects.departures(context(connection)), random: random)
        let pairingContext = PairingsContext(
            pairings: knownPairings(over: transport(of: connection)),
            blockedRooms: remnants.rooms,
            remembered: remnants.keys,
            controller: session.flatMap(holder)?.identifier ?? session?.identifier,
            wasAdmin: session?.wasAdmin ?? false
        )
        let reply = machine.receive(body, context: pairingContext)
        note(reply)
        carryOut(reply.consequences, on: connection, now: now)
        if reply.status != .success || reply.refusedBy != nil, omits(.pairingKeepRefused, context(connection)) {
            forgetPairing(namedIn: TLV8(decoding: body))
        }
        return reply
    }

    private mutating func forgetPairing(namedIn request: TLV8) {
        guard request[.method] == [3], let identifier = request[.identifier] else { return }
        let others = state.pairings.dropFirst().filter { $0.identifier != identifier }
        keep { $0.pairings = Array($0.pairings.prefix(1)) + others }
    }

    /// The pairing whose rights a session has: that of its controller, unless a defect keeps only the place of that one.
    func holder(of session: ControllerSession) -> PairingRecord? {
        guard memory(.administrator) != "place" else { return state.pairings.dropFirst(session.place).first }
        return state.pairings.first { $0.identifier == session.identifier }
    }

    /// Whether the session's controller is still paired.
    package func isPairingKnown(_ connection: ConnectionID) -> Bool {
        guard let session = connections[connection]?.session else { return false }
        // Some accessories keep with a session only the place of its controller, which another one may get.
        if memory(.pairings) == "places" { return session.place < state.pairings.count }
        return state.pairings.contains { $0.identifier == session.identifier }
    }

    /// A pair-setup on a new connection ends the transient sessions of others.
    package mutating func endTransientSessions(elsewhereThan connection: ConnectionID) {
        let others = connections.keys.filter { $0 != connection && isTransient($0) }
        guard !others.isEmpty, !omits(.transientEnd, context(connection)) else { return }
        effects += others.sorted().map { .close($0) }
    }

    /// A close makes the accessory available for the next pair-setup.
    mutating func endSetup(on connection: ConnectionID) {
        guard setup?.connection == connection, !omits(.setupRelease) else { return }
        setup = nil
    }

    /// The end of a session deletes no pairing, unless a defect makes it do so.
    mutating func forgetPairings(after session: ControllerSession, _ context: PointContext, now: Moment) {
        guard let place = state.pairings.firstIndex(where: { $0.identifier == session.identifier }) else { return }
        if place > 0 {
            if omits(.pairingOutliveAdded, context) { keep { $0.pairings.remove(at: place) } }
        } else if omits(.pairingOutlive, context) {
            keep { $0.pairings = [] }
            forgetProcedures()
            showPairing(now: now)
        }
    }

    /// Carries out a consequence that a defect delayed.
    mutating func carryOut(_ consequence: PairingConsequence, on connection: ConnectionID, now: Moment) {
        switch consequence {
        case .attemptBegan:
            setup = SetupAttempt(connection: connection, last: now)
            setupBegan = now
        case .attemptEnded: if setup?.connection == connection { setup = nil }
        case .countFailure: count(failure: true, on: connection)
        case .clearFailures: count(failure: false, on: connection)
        case .addPairing(let record):
            wasPaired = true
            origins[record.identifier] = transport(of: connection)
            keep { $0.pairings.append(record) }
            if omits(.subscriptionKeepAdded, context(connection)) {
                for other in connections.keys { connections[other]?.subscriptions = [] }
            }
            showPairing(now: now)
        case .updatePairing(let record):
            let isMisplaced = omits(.permissionsStore)
            keep { state in
                if isMisplaced, state.pairings.count > 1 {
                    state.pairings[1].permissions = record.permissions
                    return
                }
                for index in state.pairings.indices where state.pairings[index].identifier == record.identifier {
                    state.pairings[index] = record
                }
            }
        case .removePairing(let identifier):
            noteRemoval(of: state.pairings.filter { $0.identifier == identifier })
            let permissions = state.pairings.map(\.permissions)
            keep { $0.pairings.removeAll { $0.identifier == identifier } }
            if omits(.permissionsMove) {
                keep { state in
                    for index in state.pairings.indices { state.pairings[index].permissions = permissions[index] }
                }
            }
            if state.pairings.count > 2, omits(.keysMove) {
                keep { state in
                    let first = state.pairings[1].publicKey
                    state.pairings[1].publicKey = state.pairings[2].publicKey
                    state.pairings[2].publicKey = first
                }
            }
            if !state.isPaired { forgetProcedures() }
            showPairing(now: now)
        case .removeAllPairings:
            noteRemoval(of: state.pairings)
            keep { $0.pairings = [] }
            forgetProcedures()
            showPairing(now: now)
        case .closeSessions(let identifier):
            guard !omits(.sessionEnd, context(connection)) else { return }
            let all = omits(.sessionKeep, context(connection))
            for other in connections.keys.sorted() {
                guard let session = connections[other]?.session, all || session.identifier == identifier else {
                    continue
                }
                let isElsewhere = transport(of: other) != transport(of: connection)
                if isElsewhere, omits(.sessionEndElsewhere, context(other)) { continue }
                connections[other]?.changes = []
                connections[other]?.presses = []
                connections[other]?.subscriptions = []
                effects.append(.close(other))
            }
            if omits(.subscriptionKeep, context(connection)) {
                for other in connections.keys { connections[other]?.subscriptions = [] }
            }
            guard omits(.plainKeep, context(connection)) else { return }
            effects += connections.keys.sorted().filter { connections[$0]?.session == nil }.map { .close($0) }
        case .transientSessionEstablished(let keys):
            connections[connection]?.isTransient = true
            effects.append(.secure(connection, keys))
        case .keepSetup(let kept): keptSetup = kept
        case .sessionEstablished(let keys, let identifier, let isAdmin):
            let others = connections.values.contains { $0.id != connection && $0.session != nil }
            if !defects.isConformant, omits(.sessionKeepElsewhere, context(connection)) {
                let transport = transport(of: connection)
                effects += sessionsElsewhere(than: transport, of: identifier).map { .close($0) }
            }
            if !defects.isConformant, omits(.sessionKeepOlder, context(connection)) {
                effects += connections.keys.sorted().filter { connections[$0]?.session?.identifier == identifier }
                    .map { .close($0) }
            }
            connections[connection]?.session = ControllerSession(
                identifier: identifier,
                wasAdmin: isAdmin,
                place: state.pairings.firstIndex { $0.identifier == identifier } ?? state.pairings.count,
                standing: sessions.begin(identifier, amongOthers: others)
            )
            if memory(.pairings) == "sessions",
                connections[connection]?.session?.standing.number.isMultiple(of: 10) == true
            {
                keep { $0.pairings.removeAll { !$0.isAdmin } }
            }
            connections[connection]?.subscriptions = keptSubscriptions.removeValue(forKey: identifier) ?? []
            connections[connection]?.prepared = sharedPrepared.removeValue(forKey: identifier)
            effects.append(.secure(connection, keys))
        case .crash: effects.append(.crash)
        }
    }

    private mutating func carryOut(
        _ consequences: [ScheduledConsequence],
        on connection: ConnectionID,
        now: Moment
    ) {
        for scheduled in consequences {
            if scheduled.delayMilliseconds > 0 {
                let due = now.advanced(by: .milliseconds(scheduled.delayMilliseconds))
                schedule(.consequence(scheduled.consequence, connection), at: due)
            } else {
                carryOut(scheduled.consequence, on: connection, now: now)
            }
        }
    }

    private mutating func keep(_ change: (inout PersistentState) -> Void) {
        change(&state)
        if !effects.contains(.persist) { effects.append(.persist) }
    }

    private var identity: AccessoryIdentity {
        AccessoryIdentity(accessoryID: state.deviceID, keyPair: state.longTermKey)
    }

    private var capacity: Int64 {
        defects.departures(ambient).constant(PairingConstant.capacity.name, PairingConstant.capacity.standard)
    }

    private mutating func setupMachine(_ connection: ConnectionID) -> PairSetupAccessory {
        let credential = SetupCredential(
            setupCode: definition.setupCode,
            salt: definition.displaysSetupCode ? nil : state.salt
        )
        let departures = defects.departures(context(connection))
        if verifier == nil { verifier = PairSetupAccessory.verifier(for: credential, departures: departures) }
        return PairSetupAccessory(
            identity: identity,
            credential: credential,
            verifier: verifier,
            departures: departures,
            random: random
        )
    }

    private mutating func isSetupHeld(elsewhereThan connection: ConnectionID, now: Moment) -> Bool {
        guard let setup, setup.connection != connection else { return false }
        if omits(.setupExpire) { return true }
        return now < setup.last.advanced(by: .seconds(constant(.setupTimeout)))
    }

    /// The number of seconds until the accessory accepts another M1; 0 if it accepts one now.
    private func secondsUntilSetup(_ now: Moment) -> Int64 {
        guard let setupBegan else { return 0 }
        let left = now.duration(to: setupBegan.advanced(by: .seconds(constant(.setupInterval))))
        return left > .zero ? left.components.seconds + (left.components.attoseconds > 0 ? 1 : 0) : 0
    }

    private func failures(on connection: ConnectionID) -> Int64 {
        switch memory(.failures) {
        case "connection": connections[connection]?.failures ?? 0
        case "transport": transport(of: connection).flatMap { failuresOver[$0] } ?? 0
        default: state.failures
        }
    }

    private mutating func count(failure: Bool, on connection: ConnectionID) {
        if memory(.failures) == "connection" {
            let failures = connections[connection]?.failures ?? 0
            connections[connection]?.failures = failure ? failures + 1 : 0
        } else if memory(.failures) == "transport", let transport = transport(of: connection) {
            failuresOver[transport] = failure ? (failuresOver[transport] ?? 0) + 1 : 0
        } else {
            keep { $0.failures = failure ? $0.failures + 1 : 0 }
        }
    }

    /// The state that an accessory discards with its last pairing, if a defect makes it discard more than the pairings.
    private mutating func forgetProcedures() {
        if memory(.longTermKey) == "pairing" {
            state.longTermKey = Ed25519KeyPair(fitting: random.secret(Ed25519KeyPair.seedLength))
        }
        if memory(.deviceID) == "pairing" { state.deviceID = PersistentState.deviceID(random) }
        for connection in connections.keys {
            connections[connection]?.setup = nil
            connections[connection]?.verify = nil
        }
    }
}
