import HAPController
import HAPCrypto
import HAPModel
import HAPPairing
import HAPSession
import Measurement
import Observations
import SuiteLanguage

extension InstanceRunner {
    /// How long to wait for a response.
    var patience: Duration { run.settings.answerWithin }

    /// The controller whose connection this is.
    private func controller(of name: String) -> String {
        if name == Self.adminName { return "alice" }
        return item.connections.first { $0.name == name }?.controller ?? (instance.isByUser ? "user" : "alice")
    }

    /// The transport of a connection.
    func transport(of name: String?) -> String {
        switch item.connections.first(where: { $0.name == name })?.over ?? .own {
        case .own: instance.transport
        case .other: instance.others.first ?? instance.transport
        case .named(let transport): transport
        }
    }

    /// The run over the transport of a connection.
    func run(for name: String?) -> RunContext { run.over(transport(of: name)) }

    /// The connection on which the admin adds the other controllers of the case.
    private static let adminName = "admin#"

    /// The connection; it is opened if necessary. It has a session only if a step started one.
    ///
    /// - Returns: `nil` if the accessory does not accept the connection.
    func opened(_ name: String?) async -> CaseConnection? {
        let name = connectionName(name)
        if let known = connections[name] { return known }
        var connection = CaseConnection(wire: run(for: name).connection(name), controller: controller(of: name))
        do {
            try await connection.wire.open(within: run.settings.connectWithin)
        } catch {
            obstacle = "the accessory did not accept a connection: \(error.message)"
            if error.code == .refused { noteRefused() }
            return nil
        }
        // The shared session that other cases know has ended with a restart.
        connection.isSpoiled = name != Self.mainName || hasRestarted
        connections[name] = connection
        return connection
    }

    /// The connection with a session of its controller; the session is started if necessary.
    func secured(_ name: String?) async -> CaseConnection? {
        let name = connectionName(name)
        guard let connection = await opened(name) else { return nil }
        if connection.wire.isEnding {
            // The accessory may close a connection after an error if it says so, and no further request belongs on it.
            await connection.wire.close(abruptly: false)
            try? await connection.wire.open(within: run.settings.connectWithin)
        }
        if connection.wire.isSecured { return connection }
        let controller = connection.controller
        guard let pairing = await pairing(of: controller) else { return nil }
        var ending = await session(of: pairing, on: connection)
        if ending == .refused, controller == AccessoryKeeper.user, await keeper.returnUser() {
            // The accessory may have closed the connection with its refusal.
            if !connection.wire.isOpen { try? await connection.wire.open(within: run.settings.connectWithin) }
            // The session that instances share began before the accessory forgot its controller.
            spoil(Self.mainName)
            ending = await session(of: pairing, on: connection)
        }
        switch ending {
        case .session: return connection
        case .refused:
            obstacle = Self.noSession("the accessory does not know the controller `\(controller)`")
            if controller == "alice" { mayHaveLostOwnPairing = true }
        case .busy(let reason), .rejected(let reason), .silent(let reason):
            obstacle = Self.noSession("\(reason), with the controller `\(controller)`")
        }
        return nil
    }

    private func session(
        of pairing: AccessoryPairing,
        on connection: CaseConnection
    ) async -> PairVerifyProcedure.Ending {
        await PairVerifyProcedure.persistentSession(
            for: pairing,
            on: connection.wire,
            run.environment,
            within: patience
        ).ending
    }

    private static func noSession(_ reason: String) -> String { "the connection has no session: \(reason)" }

    /// The controller's pairing. If the case needs a controller that was not added yet, the admin adds it.
    private func pairing(of controller: String) async -> AccessoryPairing? {
        var member = cast.member(controller)
        if member.permissions == nil {
            guard controller != "alice", !cast.isDirected.contains(controller) else {
                obstacle = Self.noSession("the controller `\(controller)` is not paired")
                return nil
            }
            guard let admin = await secured(Self.adminName) else { return nil }
            let isAdmin = item.connections.contains { $0.controller == controller && $0.isAdmin }
            let record = PairingRecord(
                identifier: member.identifier,
                publicKey: member.identity.keyPair.publicKey,
                permissions: isAdmin ? 1 : 0
            )
            hasTouchedPairings = true
            guard oweJoined(member.identity) else {
                obstacle = Self.noSession("the ledger cannot be written")
                return nil
            }
            let added = await admin.wire.pairings(.add(record), random: run.environment.random, within: patience)
            guard let answer = added.answer, answer.answer.error == nil else {
                let reply =
                    added.answer.map { Summary.pairing($0.answer.tlv) }
                    ?? Summary.absence(in: added.exchange, within: patience)
                obstacle = Self.noSession("the controller `\(controller)` could not be added: \(reply)")
                return nil
            }
            cast.took(member, permissions: record.permissions)
            member = cast.member(controller)
        }
        return cast.pairing(of: member)
    }

    /// Closes the connections that were opened since then, so that rounds of a loop leave none open.
    func closeConnections(openedSince known: Set<String>) async {
        for (name, connection) in connections where !known.contains(name) {
            await connection.wire.close(abruptly: false)
            connections[name] = nil
        }
    }

    /// Marks the connection as unusable for later cases.
    func spoil(_ name: String) {
        connections[name]?.isSpoiled = true
    }
}
