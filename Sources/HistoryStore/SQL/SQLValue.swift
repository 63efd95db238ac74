/// A value of a column.
enum SQLValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case text(String)

    /// A text of an accessory may have a NUL, which no database stores.
    init(_ text: String?) { self = text.map { .text($0.replacing("\0", with: "\u{fffd}")) } ?? .null }

    init(_ isTrue: Bool) { self = .integer(isTrue ? 1 : 0) }

    /// The number; `nil` for a text that is none, and for NULL. A server sends numbers as text.
    var integer: Int64? {
        switch self {
        case .integer(let value): value
        case .text(let text): Int64(text)
        case .null: nil
        }
    }

    /// The text; `nil` for NULL.
    var text: String? {
        switch self {
        case .integer(let value): "\(value)"
        case .text(let text): text
        case .null: nil
        }
    }
}
