package import HAPModel
package import RunRecord

/// The form of SRP numbers that the accessory used, observed when a number started with a zero byte.
///
/// Implementations differ here, and certification does not test it. Those that omit the zero byte of A in the proof
/// M1 pair with Apple's controllers; those that keep it fail in one of 256 pairings. Only numbers that the accessory
/// accepted or computed itself show its form.
package struct SeenForms: Sendable, Hashable {
    /// A number at one place where it is hashed.
    package struct Place: Sendable, Hashable {
        /// `A`, `B`, `S` or `K`.
        package var number: String
        /// `M1`, `u`, `M2`, `K`, or `all` for K itself.
        package var place: String
        /// The fact that shows the form.
        fileprivate var fact: String
    }

    /// All places, in the order of the exchange.
    package static let places = [
        Place(number: "A", place: "M1", fact: "srp.form.A"), Place(number: "A", place: "u", fact: "srp.form.u.A"),
        Place(number: "A", place: "M2", fact: "srp.form.M2"), Place(number: "B", place: "M1", fact: "srp.form.B"),
        Place(number: "B", place: "u", fact: "srp.form.u.B"), Place(number: "S", place: "K", fact: "srp.form.S"),
        Place(number: "K", place: "all", fact: "srp.form.K"),
    ]

    private var seen: [Place: [String]] = [:]

    package init(_ events: [JournalEvent]) {
        for event in events where event.kind == .observation {
            guard let facts = event["facts"] else { continue }
            for place in Self.places {
                guard let form = facts[place.fact]?.stringValue, form != "either" else { continue }
                if !seen[place, default: []].contains(form) { seen[place, default: []].append(form) }
            }
        }
    }

    /// Whether no accepted number started with a zero byte.
    package var isEmpty: Bool { seen.isEmpty }

    /// The forms in the order in which they were seen; more than one if the accessory accepts both.
    package func forms(at place: Place) -> [String] { (seen[place] ?? []).sorted() }

    /// `A stripped in M1, padded in u, padded in M2; B not seen; S stripped in K; K padded`.
    package var text: String {
        ["A", "B", "S", "K"].map { number in
            let parts = Self.places.filter { $0.number == number && !forms(at: $0).isEmpty }.map { place in
                let words = forms(at: place).joined(separator: " and ")
                return place.place == "all" ? words : "\(words) in \(place.place)"
            }
            return "\(number) " + (parts.isEmpty ? "not seen" : parts.joined(separator: ", "))
        }.joined(separator: "; ")
    }

    /// `{"A": {"M1": ["stripped"], …}, …}`; a place without an observation has no form.
    package var json: JSON {
        var object = JSONObject()
        for number in ["A", "B", "S", "K"] {
            var places = JSONObject()
            for place in Self.places where place.number == number {
                places[place.place] = .array(forms(at: place).map { .string($0) })
            }
            object[number] = .object(places)
        }
        return .object(object)
    }
}
