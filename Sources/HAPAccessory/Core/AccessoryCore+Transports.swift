import HAPModel
import HAPPairing

/// What an accessory with several transports shares between them, and what a defect keeps for each of them.
extension AccessoryCore {
    /// The transport of the connection; without one, the transport whose input is handled.
    func transport(of connection: ConnectionID?) -> String? {
        connection.flatMap { connections[$0]?.transport } ?? activeTransport
    }

    /// The pairings that a transport knows: all of them, unless a defect keeps them for each transport.
    func knownPairings(over transport: String?) -> [PairingRecord] {
        guard let transport, memory(.pairings) == "transport" else { return state.pairings }
        return state.pairings.filter { (origins[$0.identifier] ?? transport) == transport }
    }

    /// The open connections of other transports with a session of this controller.
    func sessionsElsewhere(than transport: String?, of controller: [UInt8]) -> [ConnectionID] {
        connections.values.filter { $0.session?.identifier == controller && $0.transport != transport }.map(\.id)
            .sorted()
    }

    /// With a defect, the end of a connection ends the sessions of its controller over other transports, too.
    mutating func endSessionsElsewhere(after gone: CoreConnection) {
        guard let controller = gone.session?.identifier, !defects.isConformant, omits(.connectionKeepElsewhere) else {
            return
        }
        effects += sessionsElsewhere(than: gone.transport, of: controller).map { .close($0) }
    }

    /// With a defect, a controller loses all its sessions with one of them.
    mutating func endOtherSessions(after gone: CoreConnection, _ context: PointContext) {
        guard let controller = gone.session?.identifier, !defects.isConformant, omits(.sessionKeepAtClose, context)
        else { return }
        effects += connections.keys.sorted().filter { connections[$0]?.session?.identifier == controller }
            .map { .close($0) }
    }

    /// The value as a controller sees it on the connection, which a defect may change.
    mutating func seenValue(of definition: CharacteristicDefinition, on connection: ConnectionID?) -> JSON {
        let value = shownValue(of: definition, on: connection)
        guard !defects.isConformant else { return value }
        for change in jsonChanges(at: .shownValue, context(connection, definition)) {
            if case .set(let other) = change { return other }
        }
        return value
    }
}
