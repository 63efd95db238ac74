/// Text that is safe to print on a terminal and to write into a report. All text that an accessory can influence must
/// become clean text first.
///
/// Initializers and interpolations clean every text: they remove terminal sequences, and show each character that
/// moves a cursor, changes the reading direction, has no width or is forbidden in XML 1.0 as `\x07` or `\u{202e}`.
/// Only literals in the source code are taken unchanged. The terminal and the XML writer accept only clean text.
package struct CleanText: Sendable, Hashable {
    /// The text.
    package let string: String

    /// A text that is already clean, because it was made from clean texts.
    fileprivate init(clean: String) {
        string = clean
    }

    /// The text on one line, with line ends shown as `\n`.
    ///
    /// - Parameter limit: the number of bytes of UTF-8 at most.
    package init(_ text: String, limit: Int = .max) {
        string = Cleaning.bounded(text, limit, keepsLines: false)
    }

    /// The text with its lines and tabs.
    ///
    /// - Parameter limit: the number of bytes of UTF-8 at most.
    package init(lines text: String, limit: Int = .max) {
        string = Cleaning.bounded(text, limit, keepsLines: true)
    }

    /// The empty text.
    package init() {
        string = ""
    }

    package var isEmpty: Bool { string.isEmpty }
    /// The number of characters.
    package var count: Int { string.count }

    /// The first characters of the text, at most `length`.
    package func prefix(_ length: Int) -> CleanText { CleanText(clean: String(string.prefix(length))) }

    /// The text without its first characters.
    func dropFirst(_ length: Int) -> CleanText { CleanText(clean: String(string.dropFirst(length))) }

    /// The parts between the separators, of which some may be empty.
    func split(separator: Character) -> [CleanText] {
        string.split(separator: separator, omittingEmptySubsequences: false).map { CleanText(clean: String($0)) }
    }

    /// The text, cut to a number of bytes of UTF-8.
    func bounded(_ limit: Int) -> CleanText {
        let count = string.utf8.count
        return count > limit ? CleanText(clean: Cleaning.cut(string, limit, of: count)) : self
    }

    /// The text, followed by blanks up to the width.
    package func padded(to width: Int) -> CleanText { self + .blanks(width - count) }

    /// The text, preceded by blanks up to the width.
    package func rightAligned(to width: Int) -> CleanText { .blanks(width - count) + self }

    /// That number of blanks; none for a negative number.
    package static func blanks(_ count: Int) -> CleanText {
        CleanText(clean: String(repeating: " ", count: max(0, count)))
    }

    package static func + (left: CleanText, right: CleanText) -> CleanText {
        CleanText(clean: left.string + right.string)
    }

    package static func += (left: inout CleanText, right: CleanText) { left = left + right }
}

extension Sequence<CleanText> {
    /// The texts as one, with the separator between them.
    package func joined(separator: CleanText = "") -> CleanText {
        CleanText(clean: map(\.string).joined(separator: separator.string))
    }
}

extension CleanText: ExpressibleByStringInterpolation {
    /// A literal with interpolations: literals are taken unchanged, every other text is cleaned.
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        package init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + 16 * interpolationCount)
        }

        package mutating func appendLiteral(_ literal: StaticString) { text += literal.description }

        package mutating func appendInterpolation(_ clean: CleanText) { text += clean.string }

        /// Cleans the value's description, on one line.
        package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            text += CleanText(value.description).string
        }
    }

    /// Accepts a literal of the source code only.
    package init(stringLiteral: StaticString) {
        string = stringLiteral.description
    }

    package init(stringInterpolation: StringInterpolation) {
        string = stringInterpolation.text
    }
}
