import Synchronization

/// The regular expressions of the suites. Each is compiled once, because monitors use the same few thousands of
/// times.
enum Patterns {
    private static let compiled = Mutex<[String: Regex<AnyRegexOutput>]>([:])

    /// Whether the whole text matches; `false` if the pattern is malformed.
    static func matches(_ text: String, _ pattern: String) -> Bool {
        compiled.withLock { compiled in
            guard let regex = compiled[pattern] ?? (try? Regex(pattern)) else { return false }
            compiled[pattern] = regex
            return text.wholeMatch(of: regex) != nil
        }
    }
}
