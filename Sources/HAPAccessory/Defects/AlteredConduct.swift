/// What an entry of `Suites/defects` or `Suites/twins` changes in a simulated accessory, and when.
package protocol AlteredConduct: Sendable {
    /// The changes, each at a named point.
    var changes: [DefectChange] { get }
    /// When they act.
    var condition: DefectCondition { get }
}
