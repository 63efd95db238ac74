/// How an accessory compares identifiers: byte for byte, unless a check is omitted.
struct IdentifierMatch {
    /// Whether case is ignored.
    var ignoresCase: Bool
    /// Whether a common prefix is sufficient.
    var ignoresLength: Bool

    /// Whether `identifier` matches the pairing stored under `stored`.
    func callAsFunction(_ identifier: [UInt8], _ stored: [UInt8]) -> Bool {
        let (left, right) = (folded(identifier), folded(stored))
        guard ignoresLength else { return left == right }
        return left.starts(with: right) || right.starts(with: left)
    }

    private func folded(_ bytes: [UInt8]) -> [UInt8] {
        guard ignoresCase else { return bytes }
        return bytes.map { (0x41...0x5a).contains($0) ? $0 + 0x20 : $0 }
    }
}
