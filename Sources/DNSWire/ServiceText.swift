/// The keys and values of a service's TXT record (RFC 6763 6).
package struct ServiceText: Hashable, Sendable {
    /// A string of the record that has a key.
    package struct Entry: Hashable, Sendable {
        package var key: String
        /// The bytes after the first `=`; `nil` without `=`.
        package var value: [UInt8]?
    }

    /// The record's strings as they were sent.
    package var strings: [[UInt8]]

    package init(strings: [[UInt8]]) {
        self.strings = strings
    }

    /// The strings that have a key, in order.
    package var entries: [Entry] {
        strings.compactMap { string in
            let key = string.prefix { $0 != UInt8(ascii: "=") }
            guard !key.isEmpty else { return nil }
            let value = key.count < string.count ? Array(string.dropFirst(key.count + 1)) : nil
            return Entry(key: String(decoding: key, as: UTF8.self), value: value)
        }
    }

    /// The value of a key, compared without case; only the first occurrence of a key counts.
    package subscript(key: String) -> [UInt8]? {
        entries.first { $0.key.lowercased() == key.lowercased() }?.value
    }

    /// The violations of the rules for keys, as text.
    package var deviations: [String] {
        // A record without strings is encoded as one empty string.
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
                found.append("the key `\(text)` is duplicated")
            }
        }
        return found
    }
}
