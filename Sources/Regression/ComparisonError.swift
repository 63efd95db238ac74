/// Two records cannot be compared. Neither the accessory nor the tester is the cause.
package struct ComparisonError: Error, Hashable, CustomStringConvertible {
    /// What differs and what to do, on one line.
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
