import HAPModel

extension JSONObject {
    /// Adds the tolerance of a float's value, within which the judge treats another number as equal.
    mutating func add(toleranceOf characteristic: CharacteristicObject) {
        if let within = characteristic.tolerance(of: self["value"]) { self["value-within"] = .number(within) }
    }
}
