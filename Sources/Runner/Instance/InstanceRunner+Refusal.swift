import HAPController
import HAPModel
import HAPSession
import SuiteLanguage

extension InstanceRunner {
    /// The control that shows that the accessory endures ``refused(in:)``.
    static let refusal = "refusal"
    /// The same for a read without a session.
    static let refusalWithoutSession = "refusal-without-session"

    /// A read and a write of a characteristic that does not exist, which an accessory must refuse.
    static func refused(in database: AttributeDatabase) -> [Operation] {
        let accessory = database.accessories.first
        let aid = accessory?.aid ?? 1
        let used = Set(accessory?.services.flatMap { service in service.characteristics.compactMap(\.iid) } ?? [])
        let services = Set(accessory?.services.compactMap(\.iid) ?? [])
        let free = (1...).first { !used.contains($0) && !services.contains($0) } ?? 1
        let absent = CharacteristicID(aid: aid, iid: free)
        return [.read([absent], ReadOptions()), .write([WriteEntry(id: absent, value: 0)])]
    }

    /// Has a request refused before a step: what a refusal leaves behind shows in the request after it.
    func provokeRefusal(before step: Step) async {
        let name = step.connection ?? Self.mainName
        var isFresh = false
        guard item.hasRequestsRefused(instance), case .call(let verb, let arguments) = step.action else { return }
        switch verb {
        case "pair-setup":
            guard !arguments.contains(where: { $0.key == "from" }) else { return }
            return await provokeRefusalWithoutSession()
        case "pair-verify":
            // It has no session yet. What a refusal leaves behind may belong to the accessory as a whole.
            await provokeRefusal(on: Self.mainName)
            return
        case "request": break
        default:
            guard Self.sessionVerbs.contains(verb) else { return }
            if name != "new", !arguments.contains(where: { $0.key == "secured" }) {
                isFresh = connections[name]?.wire.isSecured != true
                _ = await secured(name)
            }
        }
        if instance.isByUser, item.connections.contains(where: { $0.name == name }) { return }
        guard name != "new" else { return }
        if isFresh { await provokeRefusal(onFresh: name) } else { await provokeRefusal(on: name) }
    }

    /// Has a read refused on a connection without a session, which then ends.
    private func provokeRefusalWithoutSession() async {
        guard run.controls.has(Self.refusalWithoutSession), let read = Self.refused(in: run.database).first else {
            return
        }
        let wire = run.connection(Self.refusal)
        guard (try? await wire.open(within: run.settings.connectWithin)) != nil else { return }
        _ = await wire.perform(read, within: patience)
        await wire.close(abruptly: false)
    }

    /// Has a request refused on a connection that no step has used. If it stays without an answer, the step gets another connection.
    func provokeRefusal(onFresh name: String) async {
        guard await !provokeRefusal(on: name), let lost = connections[name] else { return }
        await lost.wire.close(abruptly: false)
        connections[name] = nil
        if name != Self.mainName { _ = await secured(name) }
    }

    /// Has a request refused on a connection.
    ///
    /// - Returns: whether it was answered, or the accessory closed the connection.
    @discardableResult
    func provokeRefusal(on name: String) async -> Bool {
        // A connection that has no session yet may be one that must not have any.
        guard item.hasRequestsRefused(instance), run.controls.has(Self.refusal), let connection = connections[name],
            connection.wire.isSecured, !instance.isByUser || connection.controller == AccessoryKeeper.user
        else { return true }
        // Another write may end the preparation of a timed write: only reads in between must not (HAP-TIMED-022).
        let operations = Self.refused(in: run.database).prefix(hasPrepared ? 1 : 2)
        let refused = await connection.wire.perform(operations[refusals % operations.count], within: patience)
        refusals += 1
        return refused.answer != nil || !connection.wire.isOpen
    }
}

extension Case {
    /// Whether requests are refused on purpose in the instance: in those of a regular controller, and in the instances
    /// of cases that no regular controller repeats.
    func hasRequestsRefused(_ instance: Instance) -> Bool {
        guard case .procedure = body, state.needs != .any, instance.others.isEmpty else { return false }
        return instance.isByUser || !holdsForUsers
    }
}

extension InstanceRunner {
    /// The verbs of requests that start a session on their connection if there is none.
    private static let sessionVerbs: Set = [
        "read", "write", "timed-write", "subscribe", "unsubscribe", "database", "identify", "add-pairing",
        "remove-pairing", "list-pairings",
    ]
}
