package import HAPCrypto
package import HAPModel

/// The accessory's side of Add, Remove and List Pairings, as in Apple's reference.
package struct PairingsAccessory: Sendable {
    private var conduct: Conduct

    package init(departures: Departures = .none, random: any RandomSource) {
        conduct = Conduct(.pairings, departures: departures, random: random)
    }

    /// Responds to the body of a request.
    package mutating func receive(_ body: [UInt8], context: PairingsContext) -> PairingReply {
        var reply = PairingReply()
        do throws(Refusal) {
            try conduct.require(.pairingsSession, context.controller != nil, else: .status(.insufficientAuthorization))
            var intake = try MessageIntake(conduct.alterer.bytes("M1.received", body), with: conduct)
            for (type, name) in [
                (TLVType.state, "state"), (.method, "method"), (.identifier, "identifier"),
                (.publicKey, "public-key"), (.permissions, "permissions"),
            ] {
                intake.alter(type, "M1.received.\(name)", with: &conduct.alterer)
            }
            try conduct.require(.pairingsState, intake[.state] == [1], else: Refusal.malformed)
            let method = intake[.method]
            let isKnown = method?.count == 1 && (3...5).contains(method?.first ?? 0)
            try conduct.require(.pairingsMethod, isKnown, else: Refusal.malformed)
            switch method {
            case [3]: try add(intake, context, &reply)
            case [4]: try remove(intake, context, &reply)
            default: try list(context, &reply)
            }
        } catch {
            reply.refuse(error, state: 2, with: &conduct)
        }
        return reply
    }

    /// Responds with State only.
    private mutating func succeed(_ reply: inout PairingReply) {
        var draft = MessageDraft()
        draft.add("state", .state, [2])
        draft.add("error", .error, nil)
        reply.answer(conduct.encode(draft, "M2"))
    }

    /// Whether the requesting controller is an admin, according to the current list.
    private func isAdmin(_ context: PairingsContext) -> Bool {
        guard !conduct.skips(.pairingsCurrentAdmin) else { return context.wasAdmin }
        return context.pairings.contains { $0.identifier == context.controller && isAdmin($0) }
    }

    private func isAdmin(_ record: PairingRecord) -> Bool {
        conduct.skips(.pairingsAdminBit) ? record.permissions != 0 : record.isAdmin
    }

    private var matches: IdentifierMatch {
        IdentifierMatch(
            ignoresCase: conduct.skips(.pairingsIdentifierCase),
            ignoresLength: conduct.skips(.pairingsIdentifierLength)
        )
    }

    /// Removes every pairing and closes every session.
    private func forgetAll(_ effect: PairingEffect, _ pairings: [PairingRecord]) -> [ScheduledConsequence] {
        conduct.consequences(effect, .removeAllPairings)
            + (conduct.happens(effect) ? pairings.flatMap { closing($0.identifier) } : [])
    }

    private func closing(_ identifier: [UInt8]) -> [ScheduledConsequence] {
        conduct.consequences(.pairingsCloseSessions, .closeSessions(identifier: identifier))
    }
}

// MARK: - Add

extension PairingsAccessory {
    private mutating func add(
        _ intake: MessageIntake,
        _ context: PairingsContext,
        _ reply: inout PairingReply
    ) throws(Refusal) {
        try conduct.require(.pairingsAddAdmin, isAdmin(context), else: .error(.authentication))
        let record = try readRecord(intake)
        if let known = context.pairings.first(where: { matches(record.identifier, $0.identifier) }) {
            let isSame = known.publicKey == record.publicKey
            try conduct.require(.pairingsAddOtherKey, isSame, else: .error(.unknown))
            if Int64(context.pairings.count) >= conduct.constant(.capacity) {
                try conduct.require(.pairingsAddFullUpdate, true, else: .error(.maxPeers))
            }
            if conduct.skips(.pairingsAddKnown) {
                reply.consequences += conduct.consequences(.pairingsAdd, .addPairing(conduct.stored("M1", record)))
            } else {
                update(known, record, context, &reply)
            }
        } else {
            let isBarred = context.remembered.contains {
                $0.identifier == record.identifier && $0.publicKey != record.publicKey
            }
            try conduct.require(.pairingsAddOtherKey, !isBarred, else: .error(.unknown))
            let hasRoom = Int64(context.pairings.count + context.blockedRooms) < conduct.constant(.capacity)
            try conduct.require(.pairingsAddFull, hasRoom, else: .error(.maxPeers))
            let effect: PairingEffect = hasRoom ? .pairingsAdd : .pairingsAddToFull
            reply.consequences += conduct.consequences(effect, .addPairing(conduct.stored("M1", record)))
        }
        succeed(&reply)
    }

    private func readRecord(_ intake: MessageIntake) throws(Refusal) -> PairingRecord {
        let (identifier, key, permissions) = (intake[.identifier], intake[.publicKey], intake[.permissions])
        let isComplete = identifier != nil && key != nil && permissions != nil
        try conduct.require(.pairingsAddItems, isComplete, else: Refusal.malformed)
        let record = PairingRecord(
            identifier: identifier ?? [],
            publicKey: key ?? [],
            permissions: permissions?.first ?? 0
        )
        let keyFits = record.publicKey.count == Ed25519.publicKeyLength
        try conduct.require(.pairingsAddKeyLength, keyFits, else: Refusal.malformed)
        try conduct.require(.pairingsAddPermissions, (permissions?.count ?? 1) == 1, else: Refusal.malformed)
        try conduct.require(.pairingsAddPermissionBits, record.permissions <= 1, else: Refusal.malformed)
        let identifierFits = Int64(record.identifier.count) <= conduct.constant(.maxIdentifierLength)
        try conduct.require(.pairingsAddIdentifierLength, identifierFits, else: Refusal.malformed)
        try conduct.require(.pairingsAddIdentifierEmpty, !record.identifier.isEmpty, else: Refusal.malformed)
        if !record.identifier.allSatisfy("0123456789ABCDEF-".utf8.contains) {
            try conduct.require(.pairingsAddIdentifierText, true, else: Refusal.malformed)
        }
        let isSmall = Ed25519.hasSmallOrder(record.publicKey)
        try conduct.require(.pairingsAddSmallOrder, !isSmall, else: Refusal.malformed)
        return record
    }

    /// Updates the permissions of a known pairing; if no admin remains, all pairings are removed.
    private mutating func update(
        _ known: PairingRecord,
        _ record: PairingRecord,
        _ context: PairingsContext,
        _ reply: inout PairingReply
    ) {
        var updated = conduct.stored("M1", record)
        updated.identifier = known.identifier
        reply.consequences += conduct.consequences(.pairingsUpdate, .updatePairing(updated))
        let others = context.pairings.filter { $0.identifier != known.identifier }
        if isAdmin(known), !isAdmin(updated), !others.contains(where: isAdmin) {
            reply.consequences += forgetAll(.pairingsDemoteLastAdmin, context.pairings)
        }
    }
}

// MARK: - Remove

extension PairingsAccessory {
    private mutating func remove(
        _ intake: MessageIntake,
        _ context: PairingsContext,
        _ reply: inout PairingReply
    ) throws(Refusal) {
        let isItself = intake[.identifier] == context.controller
        let check: PairingGuard =
            isItself && conduct.skips(.pairingsRemoveSelf) ? .pairingsRemoveSelf : .pairingsRemoveAdmin
        try conduct.require(check, isAdmin(context), else: .error(.authentication))
        try conduct.require(.pairingsRemoveIdentifier, intake[.identifier] != nil, else: Refusal.malformed)
        guard let identifier = intake[.identifier] else {
            reply.consequences += conduct.consequences(.pairingsRemove, .removeAllPairings)
            reply.consequences += context.pairings.flatMap { closing($0.identifier) }
            return succeed(&reply)
        }
        guard let known = context.pairings.first(where: { matches(identifier, $0.identifier) }) else {
            try conduct.require(.pairingsRemoveUnknown, true, else: .error(.unknown))
            return succeed(&reply)
        }
        reply.consequences += conduct.consequences(.pairingsRemove, .removePairing(identifier: known.identifier))
        reply.consequences += closing(known.identifier)
        let others = context.pairings.filter { $0.identifier != known.identifier }
        let isLastAdmin =
            isAdmin(known) && (conduct.skips(.pairingsRemoveOtherAdmin) || !others.contains(where: isAdmin))
        if isLastAdmin { reply.consequences += forgetAll(.pairingsRemoveOthers, others) }
        succeed(&reply)
    }
}

// MARK: - List

extension PairingsAccessory {
    private mutating func list(_ context: PairingsContext, _ reply: inout PairingReply) throws(Refusal) {
        try conduct.require(.pairingsListAdmin, isAdmin(context), else: .error(.authentication))
        var entries: [UInt8] = []
        let shown = context.pairings.prefix(Int(clamping: max(0, conduct.constant(.listed))))
        for (index, record) in shown.enumerated() {
            entries += conduct.alterer.bytes("M2.entry", entry(record, isFirst: index == 0))
        }
        var draft = MessageDraft()
        draft.add("state", .state, [2])
        draft.add("error", .error, nil)
        draft.add(encoded: conduct.alterer.bytes("M2.entries", entries))
        reply.answer(conduct.encode(draft, "M2"))
    }

    private mutating func entry(_ record: PairingRecord, isFirst: Bool) -> [UInt8] {
        let identifier =
            conduct.skips(.pairingsListAsStored)
            ? record.identifier.map { (0x61...0x7a).contains($0) ? $0 - 0x20 : $0 } : record.identifier
        let fields: [(String, TLVType, [UInt8]?)] = [
            ("separator", .separator, isFirst ? nil : []), ("identifier", .identifier, identifier),
            ("public-key", .publicKey, record.publicKey), ("permissions", .permissions, [record.permissions]),
        ]
        let items = fields.flatMap { name, type, value in
            conduct.alterer.field("M2.entry.\(name)", value).map { TLV8.Item(type, $0) }
        }
        return TLV8(items: items).encoded()
    }
}
