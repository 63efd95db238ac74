package import HAPModel

/// The content of a message: its bytes and their format, which is determined once.
package struct MessageBody: Sendable, Hashable {
    /// The format of the bytes.
    package enum Content: Sendable, Hashable {
        /// There are no bytes.
        case empty
        case json(JSON)
        /// TLV8 items, if the message says so and its bytes are not a JSON object.
        case items(TLV8)
        /// UTF-8 text that is not JSON.
        case text(String)
        /// Anything else.
        case bytes
    }

    package let bytes: [UInt8]
    package let content: Content
    /// Why the bytes are not JSON; `nil` if they are, or were not decoded as JSON. If the fault leaves their meaning clear,
    /// ``content`` is JSON nevertheless.
    package let jsonFlaw: JSONError?

    package static let none = MessageBody([])

    /// The mark with which some programs begin texts in UTF-8, and with which JSON must not begin (RFC 8259 8.1).
    static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

    /// - Parameter isTLV8: whether the message declares TLV8 content.
    package init(_ bytes: [UInt8], isTLV8: Bool = false) {
        self.bytes = bytes
        guard !bytes.isEmpty else {
            (content, jsonFlaw) = (.empty, nil)
            return
        }
        if isTLV8 {
            let items = TLV8(decoding: bytes)
            // Some accessories label each response of a pairing procedure so, also a refusal in JSON.
            let mislabelled = items.isWellFormed ? nil : Self.object(bytes)
            (content, jsonFlaw) = (mislabelled.map { .json($0) } ?? .items(items), nil)
            return
        }
        do throws(JSONError) {
            (content, jsonFlaw) = (.json(try JSON.parse(bytes)), nil)
        } catch {
            jsonFlaw = error
            if let json = Self.mended(bytes) {
                content = .json(json)
                return
            }
            content = String(validating: bytes, as: UTF8.self).map { .text($0) } ?? .bytes
        }
    }

    /// The bytes as a JSON object; `nil` if they are something else.
    private static func object(_ bytes: [UInt8]) -> JSON? {
        guard bytes.first == UInt8(ascii: "{"), let json = try? JSON.parse(bytes), json.objectValue != nil else {
            return nil
        }
        return json
    }

    /// What bytes mean that are JSON but for a byte order mark, zeros behind it, as a C string has them, or bytes in a text
    /// that are not UTF-8. One such fault is reported once, and everything else is still judged.
    private static func mended(_ bytes: [UInt8]) -> JSON? {
        var rest = bytes.starts(with: byteOrderMark) ? bytes.dropFirst(byteOrderMark.count) : bytes[...]
        while rest.last == 0 { rest.removeLast() }
        return try? JSON.parse(Array(String(decoding: rest, as: UTF8.self).utf8))
    }

    /// The body as JSON; `nil` if it is something else.
    package var json: JSON? { if case .json(let json) = content { json } else { nil } }

    /// The body as text that is not JSON.
    package var text: String? { if case .text(let text) = content { text } else { nil } }

    /// The longest body that records hold, in bytes. Decoded, it takes many times that; no accessory needs as much.
    package static let recordLimit = 1 << 20

    /// Whether records hold the content of the body.
    package var isRecorded: Bool { bytes.count <= Self.recordLimit }

    /// The body as TLV8 items; `nil` unless the message says so and the bytes are not a JSON object.
    package var items: TLV8? { if case .items(let items) = content { items } else { nil } }
}
