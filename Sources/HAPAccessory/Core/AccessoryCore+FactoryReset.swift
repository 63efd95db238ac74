extension AccessoryCore {
    /// The accessory as it left the factory: another Device ID and key, no pairings, no failed tries, the first values.
    package func afterFactoryReset() -> AccessoryCore {
        var fresh = AccessoryCore(definition, state: PersistentState(random: random), random: random)
        fresh.defects = defects
        return fresh
    }
}
