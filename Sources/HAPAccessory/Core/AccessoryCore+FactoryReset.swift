extension AccessoryCore {
    /// Resets the accessory: new Device ID and key, no pairings, no failed tries, initial values.
    package func afterFactoryReset() -> AccessoryCore {
        var fresh = AccessoryCore(definition, state: PersistentState(random: random), random: random)
        fresh.defects = defects
        return fresh
    }
}
