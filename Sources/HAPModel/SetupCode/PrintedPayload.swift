/// The text of a setup payload as printed on a label, valid or not; it contains the setup code and is never printed.
///
/// ``SetupPayload`` is the decoded form of a valid text.
package struct PrintedPayload: Sendable, Hashable {
    private let text: String

    package init(_ text: String) {
        self.text = text
    }

    /// Passes the text to a closure, which must not let it escape.
    package func withText<Result, Failure: Error>(_ body: (String) throws(Failure) -> Result) throws(Failure) -> Result
    {
        try body(text)
    }
}

extension PrintedPayload: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "X-HM://•••••••••••••" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
