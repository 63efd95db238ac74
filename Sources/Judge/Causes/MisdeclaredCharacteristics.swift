import HAPModel
import RunRecord

/// The characteristics of which the attribute database declares something wrong, each with the requirements that this violates.
///
/// A characteristic that is declared writable and is not, or has an iid that no characteristic may have, is refused whatever a case is
/// about. What the case then finds follows from the declaration. If the accessory says that a characteristic of its own database does
/// not exist, so does what is wrong with the service, the accessory object or the database around it.
struct MisdeclaredCharacteristics: CauseLink {
    /// The entries of the snapshot of the database by characteristic, as in `1.53`. A broken database may have several.
    private let elements: [String: [Element]]
    /// The requirements that are violated at each place.
    private var requirements: [String: Set<String>] = [:]
    private let origins: Set<String>
    private let requests: Requests

    private struct Element {
        /// `aid 1, service Lightbulb (iid 48), On (iid 51)`.
        var place: String
        var permissions: [JSON]

        /// The place, its service and its accessory object.
        var surroundings: [String] {
            var surroundings = [place]
            while let inner = surroundings.last, let end = inner.ranges(of: ", ").last?.lowerBound {
                surroundings.append(String(inner[..<end]))
            }
            return surroundings
        }
    }

    /// The places of findings about the database as a whole.
    private static let whole = ["database", "the database"]

    init(_ candidates: [Candidate], events: [JournalEvent], requests: Requests) {
        self.requests = requests
        elements = Self.elements(events)
        let around = elements.values.joined().reduce(into: Set(Self.whole)) { $0.formUnion($1.surroundings) }
        for candidate in candidates where candidate.step == 0 && candidate.finding.severity == .failed {
            guard around.contains(candidate.finding.step) else { continue }
            requirements[candidate.finding.step, default: []].insert(candidate.finding.requirement)
        }
        origins = requirements.values.reduce(into: []) { $0.formUnion($1) }
    }

    private static func elements(_ events: [JournalEvent]) -> [String: [Element]] {
        let snapshots = events.filter { $0.kind == .snapshot && $0["name"] == "database" }
        var elements: [String: [Element]] = [:]
        for entry in snapshots.flatMap({ $0["characteristic"]?.arrayValue ?? [] }) {
            guard let place = entry["place"]?.stringValue, let iid = entry["iid"]?.uint64Value,
                let aid = entry["accessory"]?.stringValue?.split(separator: " ").last
            else { continue }
            let element = Element(place: place, permissions: entry["perms"]?.arrayValue ?? [])
            elements["\(aid).\(iid)", default: []].append(element)
        }
        return elements
    }

    /// The declaration was there before any request.
    func precedence(of requirement: String) -> Int? { origins.contains(requirement) ? 0 : nil }

    func links(_ candidate: Candidate, to head: CauseHead) -> Bool {
        candidate.refusedSoFar.contains { refused in
            let explaining = explanations(of: refused)
            return head.members.contains { $0.step == 0 && explaining.contains($0.finding.requirement) }
        }
    }

    /// The requirements that explain why the accessory always refuses what its database allows.
    private func explanations(of refused: RefusedEntry) -> Set<String> {
        guard requests.isAlwaysRefused(refused) else { return [] }
        let allowing: [JSON] =
            switch refused.entry.kind {
            case .read: ["pr"]
            // An entry may have a value and subscribe.
            case .write: ["pw", "ev"]
            case .subscription: ["ev"]
            }
        let isUnknown = refused.status == HAPStatus.resourceDoesNotExist.rawValue
        // What is declared must exist, whatever may be done with it.
        let declared = (elements[refused.characteristic] ?? []).filter { element in
            isUnknown || element.permissions.contains(where: allowing.contains)
        }
        guard !declared.isEmpty else { return [] }
        let places = isUnknown ? declared.flatMap(\.surroundings) + Self.whole : declared.map(\.place)
        return places.reduce(into: []) { $0.formUnion(requirements[$1] ?? []) }
    }
}
