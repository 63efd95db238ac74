/// What the TXT record of a service says: keys and values (RFC 6763 6).
package struct ServiceText: Hashable, Sendable {
    /// A string of the record that has a key.
    package struct Entry: Hashable, Sendable {
        package var key: String
        /// What stands behind the first `=`; `nil` if there is none.
        package var value: [UInt8]?
    }

    /// The record's strings as they were sent.
    package var strings: [[UInt8]]

    package init(strings: [[UInt8]]) {
        self.strings = strings
    }

    /// The strings that have a key, in their order.
    package var entries: [Entry] {
        strings.compactMap { string in
            let key = string.prefix { $0 != UInt8(ascii: "=") }
            guard !key.isEmpty else { return nil }
            let value = key.count < string.count ? Array(string.dropFirst(key.count + 1)) : nil
            return Entry(key: String(decoding: key, as: UTF8.self), value: value)
        }
    }

    /// The value of a key, whatever its case; of a key that is there twice only the first counts.
    package subscript(key: String) -> [UInt8]? {
        entries.first { $0.key.lowercased() == key.lowercased() }?.value
    }

    /// What breaks the rules for keys, in words.
    package var deviations: [String] {
        // One empty string is how a record without any is written.
        if strings == [[]] { return [] }
        var found: [String] = []
        var seen: Set<String> = []
        for (number, string) in strings.enumerated() {
            let key = string.prefix { $0 != UInt8(ascii: "=") }
            let text = String(decoding: key, as: UTF8.self)
            if key.isEmpty {
                found.append("string \(number + 1) has no key")
            } else if !key.allSatisfy({ (0x20...0x7e).contains($0) }) {
                found.append("the key of string \(number + 1) is not printable ASCII")
            } else if !seen.insert(text.lowercased()).inserted {
                found.append("the key `\(text)` is there twice")
            }
        }
        return found
    }
}
