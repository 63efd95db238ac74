package import HAPModel

/// Applies a peer's alterations at the points that it passes, and counts the passes.
///
/// Every value that a machine makes goes through here under its point's name; a peer without departures gets it back
/// as it was. A point may be written with its procedure in front (`pair-verify.M3.nonce`) where bare names would be
/// ambiguous, as in a simulator's defects.
package struct Alterer: Sendable {
    private let procedure: String
    private let random: any RandomSource
    private let alterations: [String: [Alteration]]
    private var passes: [String: Int] = [:]

    /// - Parameters:
    ///   - procedure: what may stand in front of a point's name: `pair-setup`, `pair-verify`, `pairings`, `frame`.
    ///   - aliases: other names of points, by the name that the machine uses.
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

    /// Whether anything is altered at the point.
    package func touches(_ point: String) -> Bool {
        alterations[point] != nil
    }

    /// Whether anything is altered at a point that begins so.
    package func touches(anyBeginningWith prefix: String) -> Bool {
        alterations.keys.contains { $0.hasPrefix(prefix) }
    }

    /// A value on its way; dropped and emptied ones are empty.
    package mutating func bytes(_ point: String, _ value: [UInt8]) -> [UInt8] {
        field(point, value).flatMap(\.self)
    }

    /// A secret on its way.
    package mutating func secret(_ point: String, _ value: SecretBytes) -> SecretBytes {
        guard touches(point) else { return value }
        var altered = value.withBytes { bytes(point, $0) }
        return SecretBytes(wiping: &altered)
    }

    /// A field of a message: as many values as the message is to have, none if it is left out.
    package mutating func field(_ point: String, _ value: [UInt8]?) -> [[UInt8]] {
        field(point, value.map { [$0] } ?? [])
    }

    /// A field that already has as many values as it is to have.
    package mutating func field(_ point: String, _ values: [[UInt8]]) -> [[UInt8]] {
        var values = values
        for action in actions(at: point) {
            action.apply(to: &values, random: random)
        }
        return values
    }

    /// The order of named parts.
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

    /// One of several named ways, chosen by an alteration that sets its name as text.
    package mutating func choice<Way: RawRepresentable<String>>(_ point: String, _ standard: Way) -> Way {
        actions(at: point).reduce(standard) { way, action in
            guard case .text(let name) = action else { return way }
            return Way(rawValue: name) ?? way
        }
    }

    /// What happens at this pass of the point.
    private mutating func actions(at point: String) -> [AlterationAction] {
        guard let alterations = alterations[point] else { return [] }
        let pass = passes[point, default: 0] + 1
        passes[point] = pass
        return alterations.filter { $0.nth == nil || $0.nth == pass }.map(\.action)
    }
}
