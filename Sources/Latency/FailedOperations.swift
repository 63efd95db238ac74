package import HAPModel
import Measurement

/// The operations that the accessory did not do, among others that it did.
package struct FailedOperations: Sendable, Hashable {
    package var count: Int
    /// What the first of them came to, in words: `HTTP 500`.
    package var first: String

    package init(count: Int, first: String) {
        self.count = count
        self.first = first
    }

    /// - Parameter json: as ``json`` writes it; `nil` for none.
    init?(json: JSON?) {
        guard let count = json?["count"]?.int64Value, count > 0 else { return nil }
        self.init(count: Int(clamping: count), first: json?["first"]?.stringValue ?? "")
    }

    package var json: JSON { ["count": JSON(count), "first": .string(first)] }
}
