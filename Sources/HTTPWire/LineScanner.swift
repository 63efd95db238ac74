/// Finds the lines of a head, or of the fields behind a chunked body, as their bytes come.
struct LineScanner: Sendable {
    /// A line: where its text is, and where it ends with its end mark; offsets from the message's first byte.
    struct Line: Sendable {
        var text: Range<Int>
        var end: Int
    }

    /// The lines with text that are complete.
    private(set) var lines: [Line] = []
    /// Where the present line begins.
    private(set) var lineStart: Int
    /// Up to where the bytes are known.
    private(set) var scanned: Int
    private let skipsLeadingEmptyLines: Bool

    init(from offset: Int, skippingLeadingEmptyLines: Bool) {
        lineStart = offset
        scanned = offset
        skipsLeadingEmptyLines = skippingLeadingEmptyLines
    }

    /// Looks through the bytes that are new.
    ///
    /// - Parameter message: the bytes from the message's first one on.
    /// - Returns: whether the empty line came; ``lineStart`` is then behind it.
    mutating func scan(_ message: ArraySlice<UInt8>) -> Bool {
        let base = message.startIndex
        while let found = message[(base + scanned)...].firstIndex(of: ASCII.lineFeed) {
            let feed = found - base
            let isMarked = feed > lineStart && message[found - 1] == ASCII.carriageReturn
            let text = lineStart..<(isMarked ? feed - 1 : feed)
            scanned = feed + 1
            lineStart = scanned
            if !text.isEmpty {
                lines.append(Line(text: text, end: scanned))
            } else if !lines.isEmpty || !skipsLeadingEmptyLines {
                return true
            }
        }
        scanned = message.count
        return false
    }
}
