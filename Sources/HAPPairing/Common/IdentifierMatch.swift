/// How an accessory finds a pairing by an identifier: byte for byte, unless a check is left out.
struct IdentifierMatch {
    /// Whether upper and lower case are the same.
    var ignoresCase: Bool
    /// Whether a common prefix is enough.
    var ignoresLength: Bool

    /// Whether `identifier` names the pairing stored under `stored`.
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
