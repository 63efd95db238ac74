package import HAPModel
package import MarkedYAML

/// A test of requirements: one entry of a suite file.
package struct Case: Sendable {
    /// The three kinds of case.
    package enum Body: Sendable {
        /// Steps in order.
        case procedure([Step])
        /// Predicates over one snapshot.
        case document(Document)
        /// A rule over all observations of the run.
        case monitor(Monitor)
    }

    /// `compatibility` is for demands of only one certification tool, and does not count for conformance.
    package enum Class: String, Sendable, CaseIterable {
        case conformance, compatibility
    }

    /// The id, made of stable words: `pair-setup.busy`.
    package var id: String
    package var title: String
    /// The chapter of the protocol, which is the folder: `pairing`.
    package var chapter: String
    /// The section, which is the file: `pair-setup`.
    package var section: String
    package var `class`: Class
    package var tags: [String]
    /// The requirements that its expectations prove by default.
    package var proves: [String]
    package var state: StateContract
    /// Named connections and their controllers.
    package var connections: [ConnectionSpec]
    /// The characteristics that it runs on.
    package var binding: Binding
    package var rows: Rows
    /// The transports that it runs over.
    package var over: Reach
    package var body: Body
    package var mark: SourceMark

    /// Whether it has steps.
    package var isProcedure: Bool { if case .procedure = body { true } else { false } }
    /// Whether it is a rule over all observations of the run.
    package var isMonitor: Bool { if case .monitor = body { true } else { false } }

    /// Whether the case names this transport, and does not run over all of them.
    package func isNarrowed(to transport: String) -> Bool { over.names?.contains(transport) ?? false }

    /// How many transports of one accessory an instance uses.
    package enum Span: Sendable, Hashable {
        /// One: the case has an instance for each transport.
        case one
        /// Two, in both orders.
        case orderedPairs
        /// Two, in one order, because they are only compared.
        case pairs
        /// Those with these names, the first of which is that of the instance.
        case named([String])
    }

    /// The transports that an instance of the case uses.
    package var span: Span {
        if case .document(let document) = body {
            return document.snapshots.contains(Document.comparison) ? .pairs : .one
        }
        if connections.contains(where: { $0.over == .other }) { return .orderedPairs }
        var names: [String] = []
        for case .named(let name) in connections.map(\.over) where !names.contains(name) { names.append(name) }
        return names.isEmpty ? .one : .named(names)
    }

    /// All requirements that the case's expectations prove.
    package var allProves: [String] {
        var seen: [String] = []
        for id in proves + expectations.flatMap(\.proves) where !seen.contains(id) { seen.append(id) }
        return seen
    }

    /// All requirements that single rows prove instead.
    package var rowProves: [String] {
        guard case .listed(let list) = rows else { return [] }
        return list.flatMap(\.proves)
    }

    /// What the expectations and the rows prove, each once.
    package var provesWithRows: [String] {
        let common = allProves
        return common + rowProves.filter { !common.contains($0) }
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

/// The accessory state that a case needs, and what it uses up and leaves behind.
package struct StateContract: Sendable, Hashable {
    package enum Pairing: String, Sendable, CaseIterable {
        /// No pairing exists.
        case unpaired
        /// The tester's controller is paired.
        case paired
        /// Any pairing state.
        case any
    }

    package var needs: Pairing
    /// The number of wrong setup codes that it tries.
    package var tries: Int
    /// Pairings that it makes by pair-setup.
    package var pairings: Int
    /// Seconds that it waits, by the clock of the run.
    package var seconds: Double
    /// What restores the accessory if the case cannot: `factory-reset` or `power-cycle`.
    package var resetBy: String?
    /// Whether a broken accessory may keep a state after it that only a reset undoes. Such a case runs after those that
    /// need what it may spoil.
    package var mayStrand = false

    /// Cases that only a factory reset undoes run last and only if the user allows them. A power cycle keeps the pairings
    /// of the user.
    package var isDestructive: Bool { resetBy == "factory-reset" }

    /// The maximum of wrong setup codes in a row; an accessory locks permanently at 100.
    package static let triesCeiling = 50

    /// Whether a right code must come first, after this number of wrong ones in a row. A case that exceeds the
    /// ceiling on purpose runs only if the user allows it, and a reset undoes it.
    package func exceedsCeiling(after triesInARow: Int) -> Bool {
        !isDestructive && tries > 0 && triesInARow > 0 && triesInARow + tries > Self.triesCeiling
    }
}

/// A named connection of a case and the controller that uses it.
package struct ConnectionSpec: Sendable, Hashable {
    package var name: String
    /// `alice` is the tester's admin; `bob` and `carol` are controllers that the engine adds for the case.
    package var controller: String
    /// Whether this controller is an admin.
    package var isAdmin: Bool
    /// The transport over which it is opened.
    package var over = Place.own

    /// A transport among those of an instance.
    package enum Place: Sendable, Hashable {
        /// The transport of the instance.
        case own
        /// The second transport of an instance that has two.
        case other
        /// The transport with this name.
        case named(String)

        /// The word for the second transport in suites.
        package static let otherWord = "other"
    }
}

/// The characteristics that a case runs on.
package enum Binding: Sendable {
    /// None: it runs once.
    case none
    /// One instance for each match, which is called `it`, beside other matches of these names.
    case each(CharacteristicFilter, beside: [NamedFilter])
    /// One instance with a different match for each name.
    case one([NamedFilter])

    package typealias NamedFilter = (name: String, filter: CharacteristicFilter)

    /// Whether the case runs on characteristics.
    package var isBound: Bool {
        if case .none = self { return false }
        return true
    }

    /// The names of the characteristics in the steps.
    package var names: [String] {
        switch self {
        case .none: []
        case .each(_, let names): ["it"] + names.map(\.name)
        case .one(let names): names.map(\.name)
        }
    }
}

/// The rows of a case's parameter table.
package enum Rows: Sendable, Hashable {
    /// No table: one instance.
    case none
    /// Rows with a label and a value.
    case listed([Row])
    /// Values generated from the characteristic's declaration.
    case boundary([String])

    package struct Row: Sendable, Hashable {
        /// A stable word in the instance's name.
        package var label: String
        package var value: JSON
        /// The requirements that this row proves, if it names any.
        package var proves: [String]
        /// The transports on which it is available.
        package var over: Reach = .everywhere
    }
}
