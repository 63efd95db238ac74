/// The forms of words in suites, checked without regular expressions, because loading checks thousands of them.
enum SuiteWord {
    /// A name that the author chose: a lower-case word such as `seen` or `first-read`.
    static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, isLetter(first) else { return false }
        return text.utf8.allSatisfy(isWordByte)
    }

    /// A case id: lower-case words separated by points.
    static func isCaseID(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count > 1 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(isWordByte) }
    }

    /// A name with parts: `seen.entry.value`.
    static func isPath(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count > 1 && isName(String(parts[0])) && parts.allSatisfy { !$0.isEmpty && !$0.contains(" ") }
    }

    /// A characteristic by its numbers: `1.10`.
    static func isIdentifier(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(isDigit) }
    }

    /// The names in braces in a text: `it` in `/characteristics?id={it}`, also in `{it.aid}`.
    static func placeholders(in text: String) -> [String] {
        guard text.utf8.contains(UInt8(ascii: "{")) else { return [] }
        return text.split(separator: "{", omittingEmptySubsequences: false).dropFirst().compactMap { part in
            guard let end = part.firstIndex(of: "}") else { return nil }
            let name = String(part[..<end].prefix { $0 != "." })
            return isName(name) ? name : nil
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    private static func isWordByte(_ byte: UInt8) -> Bool {
        isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "-")
    }
}
