extension Catalogue {
    /// Types of which many devices change one when another one of the same service is written, by their codes: a colour has a
    /// temperature or a hue, a thermostat keeps its limits in order, a louver turns while it moves, and a loudspeaker that gets a
    /// volume sounds again. No requirement forbids that.
    private static let coupled: [(String, Set<String>)] = [
        ("CE", ["13", "2F"]),
        ("D", ["12", "35"]), ("12", ["35"]), ("33", ["35", "D", "12"]), ("B2", ["D", "12"]),
        ("7C", ["7B", "7D"]),
        ("119", ["11A"]), ("E7", ["B0"]),
    ]

    /// Whether a write of one of the types may change the value of the other, in the same service.
    package static func areCoupled(_ one: HAPType?, _ other: HAPType?) -> Bool {
        guard let one = one?.short, let other = other?.short else { return false }
        return coupled.contains { first, others in
            first == one && others.contains(other) || first == other && others.contains(one)
        }
    }
}
