package import HAPModel

/// What events and the attribute database said of changes that the accessory made by itself or because another value was written, beside
/// what reads gave.
package struct OwnChangesObservation: Sendable {
    /// The values of a characteristic.
    package struct Change: Sendable {
        package let id: CharacteristicID
        /// The first value that was read.
        let before: JSON
        /// The value in the last event; `nil` without one.
        let notified: JSON?
        /// The value in the attribute database after it; `nil` if it was not read.
        let listed: JSON?
        /// The value in the attribute database when the run began.
        let listedFirst: JSON?
        /// The value that a read gave last.
        package let read: JSON
        /// By how much another number may differ and still be equal.
        let tolerance: Double
        /// Whether it changes only by itself, so that some accessories measure it whenever it is read.
        let isMeasured: Bool
        /// Whether the last value stayed, without another event.
        package var isSteady = true

        package init(
            id: CharacteristicID,
            before: JSON,
            notified: JSON?,
            listed: JSON?,
            listedFirst: JSON?,
            read: JSON,
            tolerance: Double,
            isMeasured: Bool
        ) {
            self.id = id
            self.before = before
            self.notified = notified
            self.listed = listed
            self.listedFirst = listedFirst
            self.read = read
            self.tolerance = tolerance
            self.isMeasured = isMeasured
        }

        /// Whether an event or the attribute database has the value from before, or an event is missing, unless the value changed again.
        package var isDoubtful: Bool { isNotifiedOld || isListedOld || isMissed }

        fileprivate var isNotifiedTooLate: Bool { isSteady && isNotifiedOld }
        fileprivate var isListedTooLate: Bool { isSteady && isListedOld }
        fileprivate var isNotNotified: Bool { isSteady && isMissed }

        /// A value that is measured may have changed after its event without another one; any other value must be the notified one.
        private var isNotifiedOld: Bool {
            guard let notified else { return false }
            // An event must have a value, also of a measured characteristic.
            guard notified != .null else { return true }
            return isOld(notified, like: before) || !isMeasured && isOld(notified, like: notified)
        }
        private var isMissed: Bool { notified == nil && !isMeasured && isOld(before, like: before) }

        private var isListedOld: Bool {
            guard let listed, notified != nil else { return false }
            return isOld(listed, like: before) || listedFirst.map { isOld(listed, like: $0) } ?? false
        }

        private func isOld(_ value: JSON, like earlier: JSON) -> Bool {
            guard value.means(earlier), !value.means(read) else { return false }
            guard let old = value.amount, let new = read.amount else { return true }
            return abs(old - new) > tolerance
        }
    }

    /// One for each characteristic that had a value in each read.
    private let changes: [Change]
    /// The numbers of the wire events.
    private let evidence: [UInt64]

    package init(changes: [Change], evidence: [UInt64]) {
        self.changes = changes
        self.evidence = evidence
    }

    /// The observation for the journal and the judge.
    package var json: JSON {
        let (notified, listed) = (changes.filter(\.isNotifiedTooLate), changes.filter(\.isListedTooLate))
        let missed = changes.filter(\.isNotNotified)
        let texts =
            notified.map { Self.text("the event for \($0.id) has", $0.notified ?? .null, $0) }
            + missed.map { "no event for \($0.id), which was \($0.before.serialized()) and is \($0.read.serialized())" }
            + listed.map { Self.text("the attribute database shows for \($0.id)", $0.listed ?? .null, $0) }
        return [
            "kind": "own-changes",
            "ids": .array((notified + missed + listed).map { .string($0.id.description) }),
            "compared": JSON(changes.count { $0.notified != nil }),
            "listed-compared": JSON(changes.count { $0.notified != nil && $0.listed != nil }),
            "outdated": .array(notified.map { .string($0.id.description) }),
            "unnotified": .array(missed.map { .string($0.id.description) }),
            "listed-outdated": .array(listed.map { .string($0.id.description) }),
            "evidence": .array(evidence.map { JSON($0) }),
            "summary": .string(texts.isEmpty ? "no value from before its change" : texts.joined(separator: "; ")),
        ]
    }

    private static func text(_ start: String, _ value: JSON, _ change: Change) -> String {
        let reason = value.means(change.before) ? ", the value before the change" : ""
        return "\(start) \(value.serialized())\(reason); a read gives \(change.read.serialized())"
    }
}
