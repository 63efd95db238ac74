import Glibc
package import HAPModel

/// What must never be written anywhere: it is replaced before an event is kept.
///
/// Keys cannot get here, because their types cannot become JSON. A setup code can: an accessory may say its own, as
/// text or in the bytes of a message.
package struct Redaction: Sendable {
    private let spellings: [String]
    /// Bytes of the shortest spelling: a text of fewer holds none of them.
    private let shortest: Int

    /// Replaces nothing.
    package static let none = Redaction(secrets: [])

    /// - Parameter secrets: texts to replace, such as the setup code with and without its dashes; they are found as
    ///   they are, in hexadecimal and in Base64. Texts of less than eight bytes are passed over, or half of every journal
    ///   would go.
    package init(secrets: [String]) {
        let long = secrets.filter { $0.utf8.count >= 8 }
        let hexadecimal = long.map { Hex.encode(Array($0.utf8)) }
        spellings = long + hexadecimal + hexadecimal.map { $0.uppercased() } + long.flatMap(Self.base64)
        shortest = spellings.map(\.utf8.count).min() ?? .max
    }

    /// What Base64 shows of the text wherever in other bytes it stands: three bytes become four characters, so the text
    /// may begin at any of three places. The characters at its ends, which hold a neighbour's bits too, are left.
    private static func base64(_ text: String) -> [String] {
        let bytes = Array(text.utf8)
        return (0..<3).map { skipped in
            Base64.encode(Array(bytes[skipped..<(skipped + (bytes.count - skipped) / 3 * 3)]))
        }
    }

    /// What a run must not write: the setup code, with and without its dashes, and the setup payload, which holds it.
    package init(setupCode: SetupCode?, setupPayload: PrintedPayload? = nil) {
        let code = setupCode.map { code in code.withText { [$0, $0.filter { $0 != "-" }] } } ?? []
        // The code lies in what stands between the prefix and the setup ID, also where one of the two is missing.
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
    /// It looks at bytes: what follows a digit in a text may make another character of it.
    package func redacted(_ text: String) -> String {
        if text.utf8.count < shortest { return text }
        return spellings.reduce(text) { text, secret in
            guard Self.isThere(secret, in: text) else { return text }
            let redacted = Array(text.utf8).replacing(Array(secret.utf8), with: Array("••••••••".utf8))
            return String(decoding: redacted, as: UTF8.self)
        }
    }

    /// Every text of a run is searched, and an accessory may send a lot: so this is the search of the C library.
    private static func isThere(_ secret: String, in text: String) -> Bool {
        unsafe text.withCString { start in
            var (part, end) = unsafe (start, start + text.utf8.count)
            while unsafe part < end {
                if unsafe strstr(part, secret) != nil { return true }
                // A zero ends what the C library sees, not the text.
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
