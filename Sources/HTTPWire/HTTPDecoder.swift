/// Decodes HTTP/1.1 and EVENT/1.0 messages from pieces of any size.
///
/// It decodes leniently and lists deviations from the grammar. An error after which the start of the next message is
/// unknown is a ``failure``; decoding then stops. No input traps, and memory use stays within the limits.
package struct HTTPDecoder: Sendable {
    /// The kind of messages to expect.
    package enum Role: Sendable {
        case requests
        case responses

        var complaint: String {
            switch self {
            case .requests: "not a request line"
            case .responses: "not a status line"
            }
        }
    }

    /// The size limits of a message.
    package struct Limits: Sendable, Hashable {
        /// Bytes of the first line and the header fields.
        package var head: Int
        /// Bytes of the content.
        package var body: Int

        package init(head: Int = 1 << 16, body: Int = 1 << 22) {
            self.head = head
            self.body = body
        }
    }

    private enum Stage {
        case head(LineScanner)
        case body(HTTPMessage, headEnd: Int)
        case chunks(HTTPMessage, ChunkReader)
        case failed(HTTPError)
    }

    private let role: Role
    private let limits: Limits
    private var buffer: [UInt8] = []
    /// The offset of the current message in the buffer.
    private var first = 0
    private var stage = Stage.head(Self.freshScanner)
    /// The length of the body that the last message announced although it must not have one, and that may follow.
    private var forbidden = 0
    /// How many bytes of such a body stand in front of the current message.
    private var skipped = 0

    private static var freshScanner: LineScanner { LineScanner(from: 0, skippingLeadingEmptyLines: true) }

    package init(_ role: Role, limits: Limits = Limits()) {
        self.role = role
        self.limits = limits
    }

    /// Why decoding stopped.
    package var failure: HTTPError? {
        guard case .failed(let error) = stage else { return nil }
        return error
    }

    /// The bytes that do not belong to a complete message.
    package var pending: [UInt8] { Array(buffer[first...]) }

    /// Whether the current message has no bytes yet.
    package var isIdle: Bool { (first + skipped == buffer.count || isAtForbiddenBody) && failure == nil }

    /// The head of a message whose body is incomplete.
    package var pendingHead: HTTPMessage? {
        switch stage {
        case .body(let message, _), .chunks(let message, _): message
        case .head, .failed: nil
        }
    }

    /// Appends bytes and returns the messages that are now complete.
    package mutating func feed(_ bytes: [UInt8]) -> [HTTPMessage] {
        append(bytes)
        var messages: [HTTPMessage] = []
        while let message = next() { messages.append(message) }
        return messages
    }

    /// Appends bytes without decoding them.
    package mutating func append(_ bytes: [UInt8]) {
        if first == buffer.count {
            buffer = bytes
            first = 0
            return
        }
        if first > 0, first >= buffer.count / 2 {
            buffer.removeFirst(first)
            first = 0
        }
        buffer += bytes
    }

    /// The next message, if it is complete.
    package mutating func next() -> HTTPMessage? {
        guard first < buffer.count, failure == nil else { return nil }
        skipForbiddenBody()
        guard !isAtForbiddenBody else { return nil }
        do throws(HTTPError) {
            return try read()
        } catch {
            stage = .failed(error)
            return nil
        }
    }

    /// Marks the end of the connection: completes a body that ends with it, or fails inside a message.
    package mutating func finish() -> HTTPMessage? {
        if case .body(var message, let headEnd) = stage, message.framing == .untilClose {
            message.body = Array(buffer[(first + headEnd)...])
            return complete(message, length: buffer.count - first)
        }
        if !isIdle, failure == nil {
            stage = .failed(HTTPError(.truncated, offset: buffer.count - first, "the connection ends inside a message"))
        }
        return nil
    }

    /// Removes and returns the bytes that do not belong to a complete message, and resets the decoder.
    package mutating func takePending() -> [UInt8] {
        let bytes = pending
        self = HTTPDecoder(role, limits: limits)
        return bytes
    }

    /// Leaves out what arrived after the body of the last message and does not begin another one, so that a length that is too short
    /// does not hide all further messages.
    ///
    /// - Returns: the bytes that are left out.
    package mutating func skipSurplus() -> [UInt8] {
        guard forbidden == 0, failure == nil else { return [] }
        let rest = message.drop { $0 == ASCII.carriageReturn || $0 == ASCII.lineFeed }
        guard !Self.mayBegin(rest) else { return [] }
        first = rest.indices.first { Self.mayBegin(rest[$0...]) } ?? buffer.count
        return Array(buffer[rest.startIndex..<first])
    }

    // MARK: - A body where none is allowed

    /// The beginnings of messages that an accessory sends.
    private static let beginnings = ["HTTP/", "EVENT/"].map { Array($0.utf8) }

    /// Whether the bytes begin a message, or may become the beginning of one.
    private static func mayBegin(_ bytes: ArraySlice<UInt8>) -> Bool {
        beginnings.contains { bytes.prefix($0.count).elementsEqual($0.prefix(bytes.count)) }
    }

    /// Whether the next bytes are a body that a response announced although it must not have one (204, 304).
    private var isAtForbiddenBody: Bool { forbidden > 0 && first < buffer.count && !Self.mayBegin(message) }

    /// Leaves out a body that must not be there, so that one mistake does not hide all further messages. Some accessories only
    /// announce it.
    private mutating func skipForbiddenBody() {
        guard isAtForbiddenBody, buffer.count - first >= forbidden else { return }
        skipped = forbidden
        forbidden = 0
        stage = .head(LineScanner(from: skipped, skippingLeadingEmptyLines: true))
    }

    // MARK: - Stages

    private var message: ArraySlice<UInt8> { buffer[first...] }

    private mutating func read() throws(HTTPError) -> HTTPMessage? {
        if case .head(let scanner) = stage {
            guard try readHead(scanner) else { return nil }
        }
        switch stage {
        case .body(let message, let headEnd): return try readBody(message, headEnd: headEnd)
        case .chunks(let message, let chunks): return try readChunks(message, chunks)
        case .head, .failed: return nil
        }
    }

    /// Decodes the head if it is complete.
    private mutating func readHead(_ scanner: LineScanner) throws(HTTPError) -> Bool {
        var scanner = scanner
        // The stage gives up its copy so that the lines are not copied.
        stage = .head(Self.freshScanner)
        let isComplete = scanner.scan(message)
        stage = .head(scanner)
        try checkBeginning(scanner)
        guard scanner.scanned - skipped <= limits.head else {
            throw HTTPError(.headTooLarge, offset: limits.head, "the head exceeds \(limits.head) bytes")
        }
        guard isComplete, let line = scanner.lines.first else { return false }
        let end = scanner.lineStart
        var reader = HeadReader(message)
        if line.text.lowerBound > skipped { reader.deviate(0, "an empty line precedes the first line") }
        var head = try role == .requests ? reader.requestLine(line) : reader.statusLine(line)
        head.headers = reader.fields(scanner.lines.dropFirst())
        reader.checkEnds(scanner.lines[...], end: end)
        var framing = BodyFraming(head.headers, limit: limits.body, end: end)
        if let status = head.status {
            head.framing = try framing.response(status: status)
        } else {
            head.framing = try framing.request()
        }
        head.deviations = reader.deviations + framing.deviations
        stage =
            head.framing == .chunked
            ? .chunks(head, ChunkReader(from: end, limits: limits)) : .body(head, headEnd: end)
        return true
    }

    /// Fails as soon as the first line cannot become valid.
    private func checkBeginning(_ scanner: LineScanner) throws(HTTPError) {
        let begin = scanner.lines.first?.text.lowerBound ?? scanner.lineStart
        var line = message.dropFirst(begin)
        if let end = scanner.lines.first?.text.upperBound {
            line = line.prefix(end - begin)
        } else if line.last == ASCII.carriageReturn {
            line = line.dropLast()
        }
        try HeadReader.checkBeginning(line, at: begin, role: role)
    }

    private mutating func readBody(_ head: HTTPMessage, headEnd: Int) throws(HTTPError) -> HTTPMessage? {
        let present = buffer.count - first - headEnd
        let length: Int
        switch head.framing {
        case .none, .chunked: length = 0
        case .contentLength(let stated): length = stated
        case .untilClose:
            if present > limits.body {
                throw HTTPError(.bodyTooLarge, offset: headEnd, "the body exceeds the limit of \(limits.body) bytes")
            }
            return nil
        }
        guard present >= length else { return nil }
        var message = head
        let begin = first + headEnd
        message.body = Array(buffer[begin..<(begin + length)])
        return complete(message, length: headEnd + length)
    }

    private mutating func readChunks(_ head: HTTPMessage, _ chunks: ChunkReader) throws(HTTPError) -> HTTPMessage? {
        var chunks = chunks
        // The reader is taken out while it works, so that its body is not copied.
        stage = .body(head, headEnd: 0)
        let isComplete = try chunks.read(message)
        guard isComplete else {
            stage = .chunks(head, chunks)
            return nil
        }
        var reader = HeadReader(message)
        var message = head
        message.trailers = reader.fields(chunks.trailers[...])
        message.body = chunks.body
        message.deviations += chunks.deviations + reader.deviations
        return complete(message, length: chunks.offset)
    }

    private mutating func complete(_ message: HTTPMessage, length: Int) -> HTTPMessage {
        var message = message
        let end = first + length
        if first == 0, end == buffer.count {
            message.raw = buffer
            buffer = []
        } else {
            message.raw = Array(buffer[first..<end])
            first = end
        }
        message.deviations.sort { $0.offset < $1.offset }
        let announced = message.headers["Content-Length"].flatMap { Int($0) } ?? 0
        forbidden = message.status == 204 || message.status == 304 ? min(max(0, announced), limits.body) : 0
        skipped = 0
        stage = .head(Self.freshScanner)
        return message
    }
}
