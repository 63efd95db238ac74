/// Cases or instances that the owner of the accessory leaves out.
package struct LeftOutCases: Sendable, Hashable {
    /// A pattern over the names of cases and instances; `*` stands for any text.
    package var pattern: String
    package var reason: String

    package init(pattern: String, reason: String) {
        self.pattern = pattern
        self.reason = reason
    }

    /// Whether it leaves out the case or instance with this name.
    package func contains(_ name: String) -> Bool {
        Selection(patterns: [pattern]).selects(instance: name)
    }

    /// Why its cases are skipped.
    var skip: String { "the profile leaves it out: \(reason)" }
}
