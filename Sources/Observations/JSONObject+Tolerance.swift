import HAPModel

extension JSONObject {
    /// Puts beside a float's value how far another number may lie from it and still be the same, for the judge.
    mutating func add(toleranceOf characteristic: CharacteristicObject) {
        if let within = characteristic.tolerance(of: self["value"]) { self["value-within"] = .number(within) }
    }
}
