package import HAPModel

/// The plan of a run: its instances in order, and what is skipped and why.
package struct Plan: Sendable {
    package var instances: [Instance]
    /// The same instances, those together that can wait at the same time.
    package var groups: [[Instance]] = []
    package var skips: [Skip]
    /// What the run may cost at most.
    package var cost: Cost
    /// Characteristics of the accessory whose names are near to those of a selection that matches none.
    package var near: [String] = []

    /// What the user should know before the run: names of instances that are to be left out and do not exist.
    package var notes: [String] = []

    package init(instances: [Instance] = [], skips: [Skip] = [], cost: Cost = Cost()) {
        self.instances = instances
        self.skips = skips
        self.cost = cost
    }

    /// A skipped case, or a skipped row or match of a case.
    package struct Skip: Sendable, Hashable {
        /// The instance's name, or the case's if it has no instances.
        package var name: String
        package var caseID: String
        package var reason: String
        /// Whether it is skipped because too little is known of the accessory, not because it does not apply.
        package var isUnjudged: Bool
        /// Whether it is skipped because the accessory has nothing to which it applies, not because the run may not or
        /// cannot do what it needs.
        package var isInapplicable: Bool

        package init(
            name: String,
            caseID: String,
            reason: String,
            isUnjudged: Bool = false,
            isInapplicable: Bool = false
        ) {
            self.name = name
            self.caseID = caseID
            self.reason = reason
            self.isUnjudged = isUnjudged
            self.isInapplicable = isInapplicable
        }
    }

    package struct Cost: Sendable, Hashable {
        /// Pairings that cases make by pair-setup.
        package var pairings = 0
        /// Pair-setups that the tester makes for itself: the first one, and those between cases.
        package var ownPairSetups = 0
        /// Wrong setup codes.
        package var tries = 0
        /// Seconds of waiting, by the clock of the run, if one instance waits after the other.
        package var seconds = 0.0
        /// Seconds of waiting if instances wait at the same time; `nil` if none do.
        package var overlappedSeconds: Double?
        /// Seconds of waiting if each event that a case expects comes at once, and instances wait at the same time where they
        /// can: nearer to the time of a run than the others, which are the longest times.
        package var likelySeconds = 0.0

        package init(pairings: Int = 0, ownPairSetups: Int = 0, tries: Int = 0, seconds: Double = 0) {
            self.pairings = pairings
            self.ownPairSetups = ownPairSetups
            self.tries = tries
            self.seconds = seconds
        }
    }
}

/// One run of one case: for one characteristic, with one row, over one transport or two.
package struct Instance: Sendable, Hashable {
    package var caseID: String
    /// The names of the characteristics of `each` and `one`: `lightbulb.on`. It never contains a value.
    package var target: String?
    /// The row's label.
    package var row: String?
    package var transport: String
    /// The other transports that it uses, in the order of its name; empty for nearly all cases.
    package var others: [String] = []
    /// The characteristics by the names that the steps use.
    package var characteristics: [String: CharacteristicID]
    /// The row's value; `nil` without rows.
    package var rowValue: JSON?
    /// The requirements that the row proves, if it names any.
    package var rowProves: [String]
    /// Requirements that its expectations prove, but that do not apply to this accessory, or may not.
    package var leavesOut: [String]

    /// Requirements that may not apply, because the accessory's release is unknown: a violation warns.
    package var softens: [String]
    /// Whether it runs in the session of a regular controller, beside that of the admin.
    package var isByUser: Bool
    /// Which repetition of `--repeat` it is; `nil` for the first one.
    package var round: Int?

    /// `case-id[lightbulb.on; row=tag; over=ip]`: stable over runs and firmware. Repetitions are called
    /// `case-id[lightbulb.on; row=tag; round=2; over=ip]`, those with two transports `case-id[over=ip+thread]`, those of a regular controller
    /// `case-id[lightbulb.on; row=tag; by=user; over=ip]`.
    package var name: String {
        var parts: [String] = []
        if let target { parts.append(target) }
        if let row { parts.append("row=\(row)") }
        if isByUser { parts.append("by=user") }
        if let round { parts.append("round=\(round)") }
        parts.append("over=\(transports)")
        return "\(caseID)[\(parts.joined(separator: "; "))]"
    }

    /// All transports that it uses, as its name has them: `ip`, `ip+thread`.
    package var transports: String { ([transport] + others).joined(separator: "+") }

    /// The name of the same instance in the session of the admin.
    package var nameByAdmin: String {
        var copy = self
        copy.isByUser = false
        return copy.name
    }

    package init(
        caseID: String,
        target: String?,
        row: String?,
        transport: String,
        characteristics: [String: CharacteristicID],
        rowValue: JSON?,
        rowProves: [String],
        leavesOut: [String] = [],
        softens: [String] = [],
        isByUser: Bool = false,
        round: Int? = nil
    ) {
        self.caseID = caseID
        self.target = target
        self.row = row
        self.transport = transport
        self.characteristics = characteristics
        self.rowValue = rowValue
        self.rowProves = rowProves
        self.leavesOut = leavesOut
        self.softens = softens
        self.isByUser = isByUser
        self.round = round
    }

    /// The name of the same instance in the session of the admin; `nil` for an instance that is not a regular
    /// controller's.
    package static func nameByAdmin(_ name: String) -> String? {
        let first = name.replacing("; by=user; ", with: "; ").replacing("[by=user; ", with: "[")
        return first == name ? nil : first
    }

    /// The name of the instance without the number of its repetition.
    package static func nameOfFirst(_ name: String) -> String {
        name.replacing(#/round=[0-9]+; /#, with: "")
    }
}
