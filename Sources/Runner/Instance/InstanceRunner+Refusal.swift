import HAPController
import HAPModel
import HAPSession

extension InstanceRunner {
    /// The control that shows that the accessory endures ``refusedRead(in:)``.
    static let refusal = "refusal"

    /// A read of a characteristic that does not exist, which an accessory must refuse.
    static func refusedRead(in database: AttributeDatabase) -> Operation {
        let accessory = database.accessories.first
        let aid = accessory?.aid ?? 1
        let used = Set(accessory?.services.flatMap { service in service.characteristics.compactMap(\.iid) } ?? [])
        let services = Set(accessory?.services.compactMap(\.iid) ?? [])
        let free = (1...).first { !used.contains($0) && !services.contains($0) } ?? 1
        return .read([CharacteristicID(aid: aid, iid: free)], ReadOptions())
    }

    /// Has a request refused before the first step: what a refusal leaves behind shows in the request after it.
    func provokeRefusal() async {
        guard run.controls.has(Self.refusal), let connection = await secured(nil) else { return }
        _ = await connection.wire.perform(Self.refusedRead(in: run.database), within: patience)
    }
}
