/// Finds the lines of a head or of trailer fields incrementally.
struct LineScanner: Sendable {
    /// A line: its text's range and its end including the line end; offsets from the message's first byte.
    struct Line: Sendable {
        var text: Range<Int>
        var end: Int
    }

    /// The complete lines that are not empty.
    private(set) var lines: [Line] = []
    /// The offset at which the current line begins.
    private(set) var lineStart: Int
    /// The offset up to which bytes were scanned.
    private(set) var scanned: Int
    private let skipsLeadingEmptyLines: Bool

    init(from offset: Int, skippingLeadingEmptyLines: Bool) {
        lineStart = offset
        scanned = offset
        skipsLeadingEmptyLines = skippingLeadingEmptyLines
    }

    /// Scans the new bytes.
    ///
    /// - Parameter message: the bytes from the message's first byte.
    /// - Returns: whether the empty line was found; ``lineStart`` is then the offset after it.
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
