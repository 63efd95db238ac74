package import HAPController
package import HAPModel

/// The attribute database of a later read.
package struct DatabaseObservation: Sendable {
    package var exchange: ExchangeObservation
    /// The database; `nil` if the response holds none.
    package let database: AttributeDatabase?
    /// Whether the run has no other database to compare it with.
    private let hasNoOther: Bool
    /// The differences from the database at the start of the run.
    package let differences: [String]
    /// The characteristics that the case names.
    package let named: [(name: String, characteristic: CharacteristicObject)]

    /// - Parameters:
    /// - within: how long the tester waited.
    /// - names: the characteristics that the case names.
    /// - known: the database at the start of the run.
    package init(
        _ exchange: Exchange,
        within: Duration,
        names: [String: CharacteristicID],
        known: AttributeDatabase
    ) {
        let observed = ExchangeObservation(exchange, kind: .exchange, within: within)
        self.exchange = observed
        let database = observed.answer?.database.map { AttributeDatabase($0.sharing(with: known.raw)) }
        self.database = database
        hasNoOther = known.raw.isNull
        differences = database.map { DatabaseComparison($0.raw, then: known.raw).differences } ?? []
        named = names.sorted { $0.key < $1.key }.compactMap { name, id in
            database?.characteristic(id).map { (name, $0) }
        }
    }

    /// The observation for the judge.
    package var json: JSON {
        var fields = exchange.fields
        guard let database else { return .object(fields) }
        fields["database"] = database.raw
        // Equal, and then in the same memory.
        if fields["body"] == database.raw { fields["body"] = database.raw }
        if hasNoOther {
            fields["not-done"] = "no database was read at the start of the run with which it could be compared"
        }
        fields["differences"] = .array(differences.map { .string($0) })
        fields["of"] = .object(
            JSONObject(members: named.map { .init(key: $0.name, value: Self.encoded($0.characteristic)) })
        )
        return .object(fields)
    }

    private static func encoded(_ characteristic: CharacteristicObject) -> JSON {
        var members = characteristic.raw
        members.add(toleranceOf: characteristic)
        return .object(members)
    }
}
