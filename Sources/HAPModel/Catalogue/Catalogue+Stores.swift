extension Catalogue {
    /// Whether the accessory stores a written value and returns it unchanged.
    ///
    /// This holds for vendor-defined types unless they are TLV8 or have write responses: such values are messages.
    package func stores(_ found: CharacteristicObject) -> Bool {
        if let known = found.type.flatMap({ characteristic($0) }) { return known.stores }
        return found.format != .tlv8 && !found.has(.writeResponse)
    }
}
