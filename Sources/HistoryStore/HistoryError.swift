/// The history cannot be read or written. Neither the accessory nor the tester is the cause.
package struct HistoryError: Error, Hashable, CustomStringConvertible {
    /// What happened and what to do, on one line; it never contains a password.
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
