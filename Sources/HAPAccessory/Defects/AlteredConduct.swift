package import MarkedYAML

/// What an entry of `Suites/defects` or `Suites/twins` changes in a simulated accessory, and when.
package protocol AlteredConduct: Sendable {
    /// The changes, each at a named point.
    var changes: [DefectChange] { get }
    /// When they act.
    var condition: DefectCondition { get }
    /// The entry's position, for messages.
    var mark: SourceMark { get }
    /// The positions of the accessory and of the requirements that it names.
    var marks: [String: SourceMark] { get }
}

extension AlteredConduct {
    /// The position at which the entry names this accessory or requirement.
    package func mark(of name: String) -> SourceMark { marks[name] ?? mark }
}
