import Glibc
package import HAPModel

/// Secrets that must never be written. They are replaced before an event is kept.
///
/// Keys cannot reach an event, because their types cannot become JSON. A setup code can: an accessory may send its
/// own, as text or in the bytes of a message.
package struct Redaction: Sendable {
    private let spellings: [String]
    /// The number of bytes of the shortest spelling; a shorter text contains none.
    private let shortest: Int

    /// Replaces nothing.
    package static let none = Redaction(secrets: [])

    /// - Parameter secrets: texts to replace, such as the setup code with and without its dashes. They are found as
    ///   plain text, in hexadecimal and in Base64. Texts of less than eight bytes are ignored, because they would
    ///   occur by chance.
    package init(secrets: [String]) {
        let long = secrets.filter { $0.utf8.count >= 8 }
        let hexadecimal = long.map { Hex.encode(Array($0.utf8)) }
        spellings = long + hexadecimal + hexadecimal.map { $0.uppercased() } + long.flatMap(Self.base64)
        shortest = spellings.map(\.utf8.count).min() ?? .max
    }

    /// The Base64 spellings of the text inside longer data. Three bytes become four characters, so the text may start
    /// at three different offsets. The characters at its ends, which also hold bits of its neighbours, are left out.
    private static func base64(_ text: String) -> [String] {
        let bytes = Array(text.utf8)
        return (0..<3).map { skipped in
            Base64.encode(Array(bytes[skipped..<(skipped + (bytes.count - skipped) / 3 * 3)]))
        }
    }

    /// The secrets of a run: the setup code, with and without its dashes, and the setup payload, which contains it.
    package init(setupCode: SetupCode?, setupPayload: PrintedPayload? = nil) {
        let code = setupCode.map { code in code.withText { [$0, $0.filter { $0 != "-" }] } } ?? []
        // The code is in the part between the prefix and the setup ID, even if one of these is missing.
        let payload = setupPayload.map { payload in
            payload.withText { text in
                let digits = text.split(separator: "/").last.map(String.init) ?? text
                return [text, digits, String(digits.dropLast(4))]
            }
        }
        self.init(secrets: code + (payload ?? []))
    }

    /// The text with every secret replaced by bullets.
    ///
    /// It compares bytes, because a combining character after a digit changes the character.
    package func redacted(_ text: String) -> String {
        if text.utf8.count < shortest { return text }
        return spellings.reduce(text) { text, secret in
            guard Self.isThere(secret, in: text) else { return text }
            let redacted = Array(text.utf8).replacing(Array(secret.utf8), with: Array("••••••••".utf8))
            return String(decoding: redacted, as: UTF8.self)
        }
    }

    /// Searches with the C library, because every text of a run is searched and accessories may send large ones.
    private static func isThere(_ secret: String, in text: String) -> Bool {
        unsafe text.withCString { start in
            var (part, end) = unsafe (start, start + text.utf8.count)
            while unsafe part < end {
                if unsafe strstr(part, secret) != nil { return true }
                // A zero byte ends a C string, but not the text.
                unsafe part += strlen(part) + 1
            }
            return false
        }
    }

    /// The value with every secret replaced in its texts and keys.
    package func redacted(_ value: JSON) -> JSON {
        if spellings.isEmpty { return value }
        switch value {
        case .string(let text): return .string(redacted(text))
        case .array(let elements): return .array(elements.map { redacted($0) })
        case .object(let object):
            return .object(
                JSONObject(members: object.members.map { .init(key: redacted($0.key), value: redacted($0.value)) })
            )
        case .number(let number):
            let spelling = redacted(number.spelling)
            return spelling == number.spelling ? value : .string(spelling)
        case .null, .bool: return value
        }
    }
}
