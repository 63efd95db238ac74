import HAPCrypto
import HAPPairing

extension AccessoryCore {
    /// The accessory after it was turned off and on.
    ///
    /// It keeps what its storage holds: identity, pairings, failed tries, c# and the values of its characteristics. Sessions,
    /// subscriptions, prepared writes and attempts at pairing are lost.
    package func afterRestart() -> AccessoryCore {
        var old = self
        var kept = state
        if old.omits(.restartPairings) { kept.pairings = [] }
        if old.omits(.restartAddedPairings) { kept.pairings = Array(kept.pairings.prefix(1)) }
        if kept.isPaired, old.omits(.restartRemovedPairings) {
            kept.pairings += remnants.removed.filter { gone in
                !kept.pairings.contains { $0.identifier == gone.identifier }
            }
        }
        if !kept.isPaired, old.omits(.restartUnpaired) { kept.pairings = remnants.removed.suffix(1) }
        if old.omits(.restartPermissions) {
            for index in kept.pairings.indices.dropFirst() { kept.pairings[index].permissions = 0 }
        }
        if old.omits(.restartUsers) {
            for index in kept.pairings.indices { kept.pairings[index].permissions = 1 }
        }
        if old.omits(.restartDeviceID) { kept.deviceID = PersistentState.deviceID(random) }
        if old.omits(.restartLongTermKey) {
            kept.longTermKey = Ed25519KeyPair(fitting: random.secret(Ed25519KeyPair.seedLength))
        }
        if old.memory(.failures) == "boot" { kept.failures = 0 }
        var fresh = AccessoryCore(definition, state: kept, random: random)
        fresh.defects = old.defects
        fresh.defects.hasRestarted = true
        fresh.values = values
        fresh.identifyCount = identifyCount
        // What a defect depends on belongs to the simulator, not to the accessory's memory.
        fresh.circumstances = circumstances
        fresh.sessions = sessions
        fresh.log = log
        if old.omits(.restartSubscriptions) {
            for connection in connections.values {
                guard let session = connection.session else { continue }
                // A controller may have several sessions.
                fresh.keptSubscriptions[session.identifier, default: []].formUnion(connection.subscriptions)
            }
        }
        return fresh
    }

    /// The Device ID after a firmware update.
    package func deviceIDAfterUpdate() -> String {
        var old = self
        return old.omits(.updateDeviceID) ? PersistentState.deviceID(random) : state.deviceID
    }
}
