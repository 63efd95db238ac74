package import HAPModel

/// What a run will do: the instances in their order, and what is left out and why.
package struct Plan: Sendable {
    package var instances: [Instance]
    package var skips: [Skip]
    /// What the run may spend, said before it starts.
    package var cost: Cost

    package init(instances: [Instance] = [], skips: [Skip] = [], cost: Cost = Cost()) {
        self.instances = instances
        self.skips = skips
        self.cost = cost
    }

    /// A case, or a row or match of it, that is left out.
    package struct Skip: Sendable, Hashable {
        /// The instance's name, or the case's if it has no instances.
        package var name: String
        package var caseID: String
        package var reason: String
        /// Whether it is left out because too little is known of the accessory, not because it is not for it.
        package var isUnjudged: Bool

        package init(name: String, caseID: String, reason: String, isUnjudged: Bool = false) {
            self.name = name
            self.caseID = caseID
            self.reason = reason
            self.isUnjudged = isUnjudged
        }
    }

    package struct Cost: Sendable, Hashable {
        /// Pairings that cases make by pair-setup.
        package var pairings = 0
        /// Pair-setups of the tester's own, which no case is about: the first, and those between cases.
        package var ownPairSetups = 0
        /// Failed proofs of the setup code.
        package var tries = 0
        /// Protocol seconds of waiting.
        package var seconds = 0.0

        package init(pairings: Int = 0, ownPairSetups: Int = 0, tries: Int = 0, seconds: Double = 0) {
            self.pairings = pairings
            self.ownPairSetups = ownPairSetups
            self.tries = tries
            self.seconds = seconds
        }
    }
}

/// One run of one case: for one characteristic, with one row, over one transport.
package struct Instance: Sendable, Hashable {
    package var caseID: String
    /// `lightbulb.on` for what `each` and `one` chose; no value ever stands in it.
    package var target: String?
    /// The row's label.
    package var row: String?
    package var transport: String
    /// The characteristics by the names that the steps use.
    package var characteristics: [String: CharacteristicID]
    /// The row's value; `nil` without rows.
    package var rowValue: JSON?
    /// What the row proves, if it says so.
    package var rowProves: [String]
    /// Requirements that its expectations prove but that do not apply to this accessory, or may not.
    package var leavesOut: [String]

    /// Requirements that bind only accessories of a release that this one may follow or not: a deviation warns.
    package var softens: [String]

    /// `case-id[lightbulb.on; row=tag; over=ip]`: stable over runs and firmware.
    package var name: String {
        var parts: [String] = []
        if let target { parts.append(target) }
        if let row { parts.append("row=\(row)") }
        parts.append("over=\(transport)")
        return "\(caseID)[\(parts.joined(separator: "; "))]"
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
        softens: [String] = []
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
    }
}
