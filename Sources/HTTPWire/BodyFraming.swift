/// Decides where a message's body ends (RFC 7230 3.3.3).
struct BodyFraming {
    let headers: [HTTPHeader]
    let limit: Int
    /// The offset of the head's end, for messages.
    let end: Int
    private(set) var deviations: [HTTPMessage.Deviation] = []

    init(_ headers: [HTTPHeader], limit: Int, end: Int) {
        self.headers = headers
        self.limit = limit
        self.end = end
    }

    private mutating func deviate(_ text: String) {
        deviations.append(HTTPMessage.Deviation(offset: end, message: text))
    }

    mutating func request() throws(HTTPError) -> HTTPMessage.Framing {
        if let framing = try stated(isRequest: true) { return framing }
        return .none
    }

    mutating func response(status: Int) throws(HTTPError) -> HTTPMessage.Framing {
        if status < 200 || status == 204 || status == 304 {
            let length = headers["Content-Length"]
            if status != 304, length.map({ $0 != "0" }) ?? false || headers["Transfer-Encoding"] != nil {
                deviate("a response with status \(status) has no Content-Length or Transfer-Encoding")
            }
            return .none
        }
        if let framing = try stated(isRequest: false) { return framing }
        // Apple's ADK sends 4xx responses with only a head and keeps the connection open. Only a body that the head
        // announces, or a connection that the accessory closes, is read up to the end of the connection.
        if headers.sayClose { return .untilClose }
        guard status < 300 else { return .none }
        guard headers["Content-Type"] != nil else {
            deviate("neither Content-Length nor chunked: treated as empty")
            return .none
        }
        deviate("neither Content-Length nor chunked: the body ends with the connection")
        return .untilClose
    }

    /// The framing according to Transfer-Encoding and Content-Length.
    private mutating func stated(isRequest: Bool) throws(HTTPError) -> HTTPMessage.Framing? {
        let lengths = headers.values(of: "Content-Length").flatMap(Self.words)
        let codings = headers.values(of: "Transfer-Encoding").flatMap(Self.words).map { $0.lowercased() }
        if !codings.isEmpty {
            if !lengths.isEmpty { deviate("both Transfer-Encoding and Content-Length") }
            if codings == ["chunked"] { return .chunked }
            let coding = codings.joined(separator: ", ")
            guard !isRequest else {
                throw HTTPError(.coding, offset: end, "unknown transfer coding \(coding)")
            }
            deviate("unknown transfer coding \(coding): the body ends with the connection")
            return .untilClose
        }
        guard let first = lengths.first else { return nil }
        guard lengths.allSatisfy({ $0 == first }) else {
            throw HTTPError(.length, offset: end, "contradictory Content-Length: \(lengths.joined(separator: " and "))")
        }
        if lengths.count > 1 { deviate("Content-Length is present \(lengths.count) times") }
        guard !first.isEmpty, first.utf8.allSatisfy(\.isDigit) else {
            throw HTTPError(.length, offset: end, "Content-Length is not a number: \(first)")
        }
        guard let length = Int(first), length <= limit else {
            throw HTTPError(.bodyTooLarge, offset: end, "Content-Length \(first) exceeds the limit of \(limit)")
        }
        return .contentLength(length)
    }

    private static func words(_ value: String) -> [String] {
        value.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map {
            ArraySlice($0).trimmed.text
        }
    }
}
