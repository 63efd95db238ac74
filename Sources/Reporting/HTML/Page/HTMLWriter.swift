import Foundation
import HAPCrypto

/// Builds one HTML document.
///
/// Text gets into the document as ``CleanText`` only, and each character of it that has a meaning in HTML is escaped.
/// Elements, attributes, the style and the script are words of the sources. So no text can become markup.
struct HTMLWriter {
    /// The document in UTF-8.
    private(set) var bytes: [UInt8] = Array("<!doctype html>\n".utf8)
    /// The size of the transcripts of messages in it, which must not fill it.
    var transcripts = 0

    /// Writes a text.
    mutating func text(_ text: CleanText) {
        for byte in text.string.utf8 {
            switch byte {
            case UInt8(ascii: "&"): raw("&amp;")
            case UInt8(ascii: "<"): raw("&lt;")
            case UInt8(ascii: ">"): raw("&gt;")
            case UInt8(ascii: "\""): raw("&quot;")
            case UInt8(ascii: "'"): raw("&#39;")
            default: bytes.append(byte)
            }
        }
    }

    /// Writes an element and what `content` writes into it.
    mutating func element(
        _ name: HTMLElement,
        _ attributes: [HTMLAttribute] = [],
        content: (inout HTMLWriter) -> Void
    ) {
        raw("<")
        bytes.append(contentsOf: name.rawValue.utf8)
        for attribute in attributes {
            raw(" ")
            raw(attribute.name)
            guard let value = attribute.value else { continue }
            raw("=\"")
            text(value)
            raw("\"")
        }
        raw(">")
        guard name.hasContent else { return }
        content(&self)
        raw("</")
        bytes.append(contentsOf: name.rawValue.utf8)
        raw(">")
    }

    /// Writes an element with a text.
    mutating func element(_ name: HTMLElement, _ attributes: [HTMLAttribute] = [], _ text: CleanText = "") {
        element(name, attributes) { $0.text(text) }
    }

    /// Writes an element with a text.
    mutating func element(_ name: HTMLElement, _ text: CleanText) {
        element(name, []) { $0.text(text) }
    }

    /// Ends a line of the document, so that tools that work on lines can read it.
    mutating func endLine() { raw("\n") }

    /// Writes a style sheet.
    mutating func style(_ style: StaticString) {
        raw("<style>")
        raw(style)
        raw("</style>\n")
    }

    /// Writes a script.
    mutating func script(_ script: StaticString) {
        raw("<script>")
        raw(script)
        raw("</script>\n")
    }

    /// The source of a Content-Security-Policy that allows this style sheet or script and no other: `'sha512-…'`.
    static func source(allowing text: StaticString) -> CleanText {
        let digest = text.withUTF8Buffer { SHA512.hash(Array($0)) }
        return "'sha512-\(Data(digest).base64EncodedString())'"
    }

    private mutating func raw(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }
}
