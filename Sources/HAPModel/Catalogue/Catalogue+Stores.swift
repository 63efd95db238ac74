extension Catalogue {
    /// Whether the accessory stores a written value and returns it unchanged.
    ///
    /// This holds for vendor-defined types unless they are TLV8 or have write responses: such values are messages.
    package func stores(_ found: CharacteristicObject) -> Bool {
        if let known = found.type.flatMap({ characteristic($0) }) { return known.stores }
        return found.format != .tlv8 && !found.has(.writeResponse)
    }

    /// Whether a write may change the stored value, so that the tester must restore it.
    ///
    /// A number, a flag or a text of a vendor-defined type may be stored although it has write responses.
    package func mayStore(_ found: CharacteristicObject) -> Bool {
        let isKnown = found.type.flatMap { characteristic($0) } != nil
        return stores(found) || !isKnown && found.format != .tlv8 && found.format != .data
    }
}
