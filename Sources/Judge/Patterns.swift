import Foundation
import Synchronization

/// The regular expressions of the suites. Each is compiled once, because monitors use the same few thousands of
/// times.
///
/// They are Foundation's: a match with `Regex` of the standard library leaks memory, in every comparison.
enum Patterns {
    private static let compiled = Mutex<[String: NSRegularExpression]>([:])

    /// Whether the whole text matches; `false` if the pattern is malformed.
    static func matches(_ text: String, _ pattern: String) -> Bool {
        let known = compiled.withLock { compiled in
            let expression = compiled[pattern] ?? (try? NSRegularExpression(pattern: "\\A(?:\(pattern))\\z"))
            compiled[pattern] = expression
            return expression
        }
        let whole = NSRange(location: 0, length: text.utf16.count)
        return known?.firstMatch(in: text, range: whole) != nil
    }
}
