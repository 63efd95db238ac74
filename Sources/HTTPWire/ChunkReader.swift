/// Reads a chunked body incrementally (RFC 7230 4.1).
struct ChunkReader: Sendable {
    private enum Expectation {
        case size
        case data(Int)
        case endOfData
        case trailers(LineScanner)
    }

    /// The content so far.
    private(set) var body: [UInt8] = []
    /// The trailer fields after the last chunk.
    private(set) var trailers: [LineScanner.Line] = []
    private(set) var deviations: [HTTPMessage.Deviation] = []
    /// The offset up to which the message is read.
    private(set) var offset: Int
    private var expectation = Expectation.size
    private let limits: HTTPDecoder.Limits

    /// The longest allowed chunk-size line, including extensions.
    private static let sizeLimit = 256

    init(from offset: Int, limits: HTTPDecoder.Limits) {
        self.offset = offset
        self.limits = limits
    }

    /// Reads the bytes that are new.
    ///
    /// - Parameter message: the bytes from the message's first byte.
    /// - Returns: whether the body is complete.
    mutating func read(_ message: ArraySlice<UInt8>) throws(HTTPError) -> Bool {
        while true {
            let rest = message[(message.startIndex + offset)...]
            switch expectation {
            case .size:
                guard try readSize(rest) else { return false }
            case .data(let missing):
                let part = rest.prefix(missing)
                body += part
                offset += part.count
                expectation = part.count == missing ? .endOfData : .data(missing - part.count)
                guard part.count == missing else { return false }
            case .endOfData:
                guard try readEndOfData(rest) else { return false }
            case .trailers(var scanner):
                let isComplete = scanner.scan(message)
                expectation = .trailers(scanner)
                guard scanner.scanned - offset <= limits.head else {
                    throw HTTPError(
                        .headTooLarge,
                        offset: offset,
                        "the trailer fields exceed \(limits.head) bytes"
                    )
                }
                guard isComplete else { return false }
                trailers = scanner.lines
                offset = scanner.lineStart
                return true
            }
        }
    }

    private mutating func readSize(_ rest: ArraySlice<UInt8>) throws(HTTPError) -> Bool {
        guard let feed = rest.prefix(Self.sizeLimit).firstIndex(of: ASCII.lineFeed) else {
            let isGarbage = rest.first.map { $0.hexValue == nil } ?? false
            if isGarbage || rest.count >= Self.sizeLimit { throw noSize }
            return false
        }
        var line = rest[..<feed]
        if line.last == ASCII.carriageReturn {
            line = line.dropLast()
        } else {
            deviate(feed - rest.startIndex, "the chunk-size line ends without a carriage return")
        }
        let digits = line.prefix { $0 != ASCII.semicolon }.trimmed
        guard !digits.isEmpty, digits.count <= 15 else { throw noSize }
        var size = 0
        for digit in digits {
            guard let value = digit.hexValue else { throw noSize }
            size = size << 4 | value
        }
        guard body.count + size <= limits.body else {
            throw HTTPError(.bodyTooLarge, offset: offset, "the chunks exceed the limit of \(limits.body) bytes")
        }
        offset += feed - rest.startIndex + 1
        expectation =
            size > 0 ? .data(size) : .trailers(LineScanner(from: offset, skippingLeadingEmptyLines: false))
        return true
    }

    private var noSize: HTTPError {
        HTTPError(.chunk, offset: offset, "the chunk size is not hexadecimal")
    }

    private mutating func readEndOfData(_ rest: ArraySlice<UInt8>) throws(HTTPError) -> Bool {
        guard let first = rest.first else { return false }
        if first == ASCII.lineFeed {
            deviate(0, "the chunk ends without a carriage return")
            offset += 1
        } else {
            guard first == ASCII.carriageReturn else { throw tooLong }
            guard rest.count >= 2 else { return false }
            guard rest[rest.startIndex + 1] == ASCII.lineFeed else { throw tooLong }
            offset += 2
        }
        expectation = .size
        return true
    }

    private var tooLong: HTTPError {
        HTTPError(.chunk, offset: offset, "the chunk does not end where its size says")
    }

    private mutating func deviate(_ distance: Int, _ text: String) {
        deviations.append(HTTPMessage.Deviation(offset: offset + distance, message: text))
    }
}
