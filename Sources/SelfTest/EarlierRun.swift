import HAPAccessory
import HAPCrypto
import HAPModel
import Observations
import Runner

/// What an earlier run saw of a simulated accessory.
struct EarlierRun: AccessoryMemory {
    /// The accessory as it was.
    let core: AccessoryCore

    func sighting(of key: [UInt8]) -> AccessorySighting? {
        guard key == core.state.longTermKey.publicKey else { return nil }
        var core = core
        let connection = ConnectionID(number: 1)
        core.open(connection)
        return AccessorySighting(
            AttributeDatabase(core.database(on: connection)),
            configurationNumber: UInt64(core.state.configurationNumber),
            deviceID: core.state.deviceID,
            key: core.state.longTermKey.publicKey
        )
    }

    /// The run is the last one.
    func remember(_ sighting: AccessorySighting) {}
}
