package import HAPModel

/// Applies a peer's alterations at its points, and counts the passes.
///
/// Every value that a machine creates passes this type under its point's name; without departures it is unchanged.
/// A point may be written with its procedure as a prefix (`pair-verify.M3.nonce`) if bare names are ambiguous, as in
/// a simulator's defects.
package struct Alterer: Sendable {
    private let procedure: String
    private let random: any RandomSource
    private let alterations: [String: [Alteration]]
    private var passes: [String: Int] = [:]

    /// - Parameters:
    ///   - procedure: the optional prefix of a point's name: `pair-setup`, `pair-verify`, `pairings`, `frame`.
    ///   - aliases: other names of points, by the machine's own name.
    package init(
        _ departures: Departures,
        procedure: String,
        random: any RandomSource,
        aliases: [String: String] = [:]
    ) {
        self.procedure = procedure
        self.random = random
        var alterations: [String: [Alteration]] = [:]
        for alteration in departures.alterations {
            let point =
                alteration.point.hasPrefix(procedure + ".")
                ? String(alteration.point.dropFirst(procedure.count + 1)) : alteration.point
            alterations[aliases[point] ?? point, default: []].append(alteration)
        }
        self.alterations = alterations
    }

    /// Whether an alteration acts at the point.
    package func touches(_ point: String) -> Bool {
        alterations[point] != nil
    }

    /// Whether an alteration acts at a point with this prefix.
    package func touches(anyBeginningWith prefix: String) -> Bool {
        alterations.keys.contains { $0.hasPrefix(prefix) }
    }

    /// Applies alterations to a value; a dropped or emptied one is empty.
    package mutating func bytes(_ point: String, _ value: [UInt8]) -> [UInt8] {
        field(point, value).flatMap(\.self)
    }

    /// Applies alterations to a secret.
    package mutating func secret(_ point: String, _ value: SecretBytes) -> SecretBytes {
        guard touches(point) else { return value }
        var altered = value.withBytes { bytes(point, $0) }
        return SecretBytes(wiping: &altered)
    }

    /// Applies alterations to a field of a message: its values in the message, none if it is omitted.
    package mutating func field(_ point: String, _ value: [UInt8]?) -> [[UInt8]] {
        field(point, value.map { [$0] } ?? [])
    }

    /// Applies alterations to a field that may already have several values.
    package mutating func field(_ point: String, _ values: [[UInt8]]) -> [[UInt8]] {
        var values = values
        for action in actions(at: point) {
            action.apply(to: &values, random: random)
        }
        return values
    }

    /// Applies alterations to the order of named parts.
    package mutating func order(_ point: String, _ names: [String]) -> [String] {
        actions(at: point).reduce(names) { names, action in
            switch action {
            case .order(let wanted): wanted
            case .reverse: names.reversed()
            case .drop, .empty: []
            case .truncate(let count): Array(names.prefix(max(0, count)))
            case .duplicate: names + names
            case .set, .random, .zero, .flipBit, .append, .prepend, .text: names
            }
        }
    }

    /// One of several named choices; an alteration sets its name as text.
    package mutating func choice<Way: RawRepresentable<String>>(_ point: String, _ standard: Way) -> Way {
        actions(at: point).reduce(standard) { way, action in
            guard case .text(let name) = action else { return way }
            return Way(rawValue: name) ?? way
        }
    }

    /// The actions at this pass of the point.
    private mutating func actions(at point: String) -> [AlterationAction] {
        guard let alterations = alterations[point] else { return [] }
        let pass = passes[point, default: 0] + 1
        passes[point] = pass
        return alterations.filter { $0.nth == nil || $0.nth == pass }.map(\.action)
    }
}
