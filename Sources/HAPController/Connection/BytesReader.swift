package import HAPCrypto
package import HAPModel

/// Converts a suite's bytes: text, digits, lists of parts, repetitions, random bytes; names in braces are replaced.
package struct BytesReader: Sendable {
    /// The value of each name in braces: `it`, `it.aid`, `v1`.
    private var names: [(name: String, text: String)] = []
    private let random: any RandomSource

    /// - Parameter scope: characteristics become `aid.iid`, values JSON.
    package init(characteristics: [String: CharacteristicID], scope: [String: JSON], random: any RandomSource) {
        self.random = random
        for (name, value) in scope where characteristics[name] == nil {
            names.append((name, value.serialized()))
        }
        for (name, id) in characteristics {
            names += [(name, id.description), ("\(name).aid", "\(id.aid)"), ("\(name).iid", "\(id.iid)")]
        }
    }

    /// A copy with one more name.
    func with(_ name: String, _ text: String) -> BytesReader {
        var reader = self
        reader.names.append((name, text))
        return reader
    }

    /// The text with every name in braces replaced.
    package func text(_ text: String) -> String {
        guard text.contains("{") else { return text }
        return names.reduce(text) { $0.replacing("{\($1.name)}", with: $1.text) }
    }

    /// The maximum length of one repetition.
    private static let limit = 1 << 24

    /// The bytes of a suite's value.
    package func bytes(_ value: JSON) -> [UInt8] {
        switch value {
        case .string(let text):
            if text.hasPrefix("0x"), let bytes = Hex.decode(String(text.dropFirst(2))) { return bytes }
            return Array(self.text(text).utf8)
        case .array(let parts): return parts.flatMap(bytes)
        case .object(let object):
            if let count = object["random"]?.int64Value { return random.bytes(Int(max(0, min(count, 1 << 20)))) }
            guard let part = object["repeat"].map(bytes), let times = object["times"]?.int64Value, times > 0 else {
                return []
            }
            let count = min(Int(clamping: times), Self.limit / max(1, part.count))
            var bytes: [UInt8] = []
            bytes.reserveCapacity(count * part.count)
            for _ in 0..<count { bytes += part }
            return bytes
        case .number(let number): return Array(number.spelling.utf8)
        case .bool, .null: return Array(value.serialized().utf8)
        }
    }
}
