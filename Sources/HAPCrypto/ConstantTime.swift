import CSodium

/// Comparison in a time that does not depend on the position of the first difference.
package enum ConstantTime {
    /// Whether both have the same length and the same bytes.
    package static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count == right.count && sodium_memcmp(left, right, left.count) == 0
    }
}
