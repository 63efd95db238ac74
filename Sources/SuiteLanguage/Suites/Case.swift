package import HAPModel
package import MarkedYAML

/// How a requirement is provoked and observed on the wire: one entry of a suite file.
package struct Case: Sendable {
    /// The three kinds of case.
    package enum Body: Sendable {
        /// Steps, one after the other.
        case procedure([Step])
        /// Predicates over one snapshot.
        case document(Document)
        /// A rule over everything that the run saw.
        case monitor(Monitor)
    }

    /// A quirk that only one certification tool insists on is `compatibility` and never reddens conformance.
    package enum Class: String, Sendable, CaseIterable {
        case conformance, compatibility
    }

    /// Stable words: `pair-setup.busy`.
    package var id: String
    package var title: String
    /// The chapter of the protocol, which is the folder: `pairing`.
    package var chapter: String
    /// The section, which is the file: `pair-setup`.
    package var section: String
    package var `class`: Class
    package var tags: [String]
    /// The requirements that its expectations prove unless they name others.
    package var proves: [String]
    package var state: StateContract
    /// Named connections and who is on them.
    package var connections: [ConnectionSpec]
    /// Which characteristics it runs for.
    package var binding: Binding
    package var rows: Rows
    /// The transports that it runs over.
    package var over: Reach
    package var body: Body
    package var mark: SourceMark

    /// Whether the case says that it runs over this transport, and not over all of them.
    package func isNarrowed(to transport: String) -> Bool { over.names?.contains(transport) ?? false }

    /// Everything that the case's expectations prove.
    package var allProves: [String] {
        var seen: [String] = []
        for id in proves + expectations.flatMap(\.proves) where !seen.contains(id) { seen.append(id) }
        return seen
    }

    /// Everything that single rows prove instead.
    package var rowProves: [String] {
        guard case .listed(let list) = rows else { return [] }
        return list.flatMap(\.proves)
    }

    /// All expectations in the order in which they are written.
    package var expectations: [Expectation] {
        switch body {
        case .procedure(let steps): return steps.flatMap(\.allExpectations)
        case .document(let document): return document.checks.map(\.expectation)
        case .monitor(let monitor): return [monitor.expectation]
        }
    }
}

/// What a case needs the accessory to be in, what it uses up and what it leaves behind.
package struct StateContract: Sendable, Hashable {
    package enum Pairing: String, Sendable, CaseIterable {
        /// No pairing exists.
        case unpaired
        /// The tester's controller is paired.
        case paired
        /// Either will do.
        case any
    }

    package var needs: Pairing
    /// Failed proofs of the setup code.
    package var tries: Int
    /// Pairings that it makes by pair-setup.
    package var pairings: Int
    /// Protocol seconds that it waits.
    package var seconds: Double
    /// What brings the accessory back if the case cannot: `factory-reset`.
    package var resetBy: String?

    /// What cannot be undone over the wire runs last and only when asked.
    package var isDestructive: Bool { resetBy != nil }

    /// Failed proofs of the setup code that the tester makes in a row; an accessory locks for ever at 100.
    package static let triesCeiling = 50

    /// Whether a right code must come first, after so many wrong ones in a row. What is there to exceed the ceiling does
    /// so, when asked, and is undone by a reset.
    package func exceedsCeiling(after triesInARow: Int) -> Bool {
        !isDestructive && tries > 0 && triesInARow > 0 && triesInARow + tries > Self.triesCeiling
    }
}

/// A named connection of a case and the controller that uses it.
package struct ConnectionSpec: Sendable, Hashable {
    package var name: String
    /// `alice` is the tester's admin; `bob` and `carol` are controllers that the engine adds for the case.
    package var controller: String
    /// Whether the added controller is an admin.
    package var isAdmin: Bool
}

/// Which characteristics a case runs for.
package enum Binding: Sendable {
    /// None: it runs once.
    case none
    /// One instance for each match, called `it`.
    case each(CharacteristicFilter)
    /// One instance with one match for each name, all different.
    case one([(name: String, filter: CharacteristicFilter)])

    /// Whether the case runs for characteristics at all.
    package var isBound: Bool {
        if case .none = self { return false }
        return true
    }
}

/// The rows of a case's parameter table.
package enum Rows: Sendable, Hashable {
    /// No table: one instance.
    case none
    /// Written out: label and value.
    case listed([Row])
    /// Values generated from what the characteristic declares.
    case boundary([String])

    package struct Row: Sendable, Hashable {
        /// A stable word: it stands in the instance's name.
        package var label: String
        package var value: JSON
        /// What this row proves, if the row names it.
        package var proves: [String]
        /// The transports that it is for.
        package var over: Reach = .everywhere
    }
}
