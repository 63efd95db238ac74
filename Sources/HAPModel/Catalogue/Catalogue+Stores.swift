extension Catalogue {
    /// Whether what is written to the characteristic is kept and read back as it is.
    ///
    /// A vendor's own type does so, unless it is TLV8 or answers writes: such a value is a message to somebody.
    package func stores(_ found: CharacteristicObject) -> Bool {
        if let known = found.type.flatMap({ characteristic($0) }) { return known.stores }
        return found.format != .tlv8 && !found.has(.writeResponse)
    }
}
