import Synchronization

/// The regular expressions of the suites, each compiled once: monitors ask for the same few thousands of times in a run.
enum Patterns {
    private static let compiled = Mutex<[String: Regex<AnyRegexOutput>]>([:])

    /// Whether all of the text matches; no text matches what is no regular expression.
    static func matches(_ text: String, _ pattern: String) -> Bool {
        compiled.withLock { compiled in
            guard let regex = compiled[pattern] ?? (try? Regex(pattern)) else { return false }
            compiled[pattern] = regex
            return text.wholeMatch(of: regex) != nil
        }
    }
}
