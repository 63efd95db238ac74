/// Text that is safe to show on a terminal and to put into a report, whoever wrote it: the one door for text that an
/// accessory can influence.
///
/// A text from elsewhere gets in only by an initializer or an interpolation, and both clean it: nothing that moves a cursor,
/// recolours a terminal, turns the reading direction or has no width gets through, nor anything that XML 1.0 forbids.
/// Terminal sequences go away; every other such character is shown as `\x07` or `\u{202e}`. Only literals of the sources
/// are taken as they are. The terminal and the XML writer take nothing else.
package struct CleanText: Sendable, Hashable {
    /// The text.
    package let string: String

    /// A text that is clean already, because it was made of clean ones.
    fileprivate init(clean: String) {
        string = clean
    }

    /// The text on one line, with line ends shown as `\n`.
    ///
    /// - Parameter limit: how many bytes of UTF-8 there may be at most.
    package init(_ text: String, limit: Int = .max) {
        string = Cleaning.bounded(text, limit, keepsLines: false)
    }

    /// The text with its lines and tabs.
    ///
    /// - Parameter limit: how many bytes of UTF-8 there may be at most.
    package init(lines text: String, limit: Int = .max) {
        string = Cleaning.bounded(text, limit, keepsLines: true)
    }

    /// Nothing.
    package init() {
        string = ""
    }

    package var isEmpty: Bool { string.isEmpty }
    /// How many characters there are.
    package var count: Int { string.count }

    /// The beginning that has at most so many characters.
    func prefix(_ length: Int) -> CleanText { CleanText(clean: String(string.prefix(length))) }

    /// The text, cut to a number of bytes of UTF-8.
    func bounded(_ limit: Int) -> CleanText {
        let count = string.utf8.count
        return count > limit ? CleanText(clean: Cleaning.cut(string, limit, of: count)) : self
    }

    /// The text with blanks behind it up to the width.
    package func padded(to width: Int) -> CleanText { self + .blanks(width - count) }

    /// The text with blanks before it up to the width.
    package func rightAligned(to width: Int) -> CleanText { .blanks(width - count) + self }

    /// So many blanks; none for a negative number.
    package static func blanks(_ count: Int) -> CleanText {
        CleanText(clean: String(repeating: " ", count: max(0, count)))
    }

    package static func + (left: CleanText, right: CleanText) -> CleanText {
        CleanText(clean: left.string + right.string)
    }

    package static func += (left: inout CleanText, right: CleanText) { left = left + right }
}

extension Sequence<CleanText> {
    /// The texts in one, with the separator between them.
    package func joined(separator: CleanText = "") -> CleanText {
        CleanText(clean: map(\.string).joined(separator: separator.string))
    }
}

extension CleanText: ExpressibleByStringInterpolation {
    /// A literal and what is interpolated: literals are taken as they are, every other text is cleaned.
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

    /// Takes a literal; a text that was not written in the sources is none.
    package init(stringLiteral: StaticString) {
        string = stringLiteral.description
    }

    package init(stringInterpolation: StringInterpolation) {
        string = stringInterpolation.text
    }
}
