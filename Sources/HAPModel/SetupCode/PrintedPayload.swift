/// The text of a setup payload as a label shows it, right or not: it holds the setup code, so it never prints.
///
/// ``SetupPayload`` is what such a text says, if it is right.
package struct PrintedPayload: Sendable, Hashable {
    private let text: String

    package init(_ text: String) {
        self.text = text
    }

    /// Hands out the text, which must not leave the closure.
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
