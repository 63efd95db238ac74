/// A file of `Suites/`: its path relative to that folder, and its text.
package struct SuiteFile: Sendable, Hashable {
    /// `pairing/pair-setup.yaml`.
    package var path: String
    package var text: String

    package init(path: String, text: String) {
        self.path = path
        self.text = text
    }
}
