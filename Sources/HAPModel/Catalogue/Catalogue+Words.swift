extension Catalogue {
    /// A name as a word of suites and of the names of instances: `Target Door State` is `target-door-state`.
    package static func word(_ name: String) -> String {
        name.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
    }
}
