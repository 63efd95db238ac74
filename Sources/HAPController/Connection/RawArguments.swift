import HAPModel

/// The arguments of a raw step; each is taken once, so that unsupported ones are detected.
struct RawArguments {
    private var rest: [String: JSON]

    init(_ arguments: [String: JSON]) {
        rest = arguments
    }

    /// - Parameter object: a mapping inside an argument.
    init(_ object: JSON) {
        rest = Dictionary((object.objectValue?.members ?? []).map { ($0.key, $0.value) }) { first, _ in first }
    }

    /// The value of an argument; `nil` if the step lacks it.
    mutating func take(_ name: String) -> JSON? { rest.removeValue(forKey: name) }

    /// The name of the first argument that was not taken.
    var left: String? { rest.keys.min() }
}

/// The request of a raw step, as the suite writes it, and those that are sent with it.
struct RawRequest {
    let method: String
    let path: String
    /// `json`, `tlv`, `none`, or a media type of the suite's.
    let type: String?
    let json: JSON?
    /// The body's bytes, if it is not JSON.
    let body: JSON?
    /// Whether the tester adds no header field.
    let isBare: Bool
    let headers: [(name: String, value: String)]
    /// Header lines that are sent unchanged.
    let lines: [JSON]
    /// The number of chunks of the body.
    let chunks: Int64?

    init(_ arguments: inout RawArguments) {
        method = arguments.take("method")?.stringValue ?? "GET"
        path = arguments.take("path")?.stringValue ?? "/"
        type = arguments.take("type")?.stringValue
        json = arguments.take("json")
        body = arguments.take("body")
        isBare = arguments.take("bare")?.boolValue ?? false
        headers = (arguments.take("headers")?.objectValue?.members ?? []).map { member in
            (member.key, member.value.stringValue ?? member.value.serialized())
        }
        lines = arguments.take("lines").map { $0.arrayValue ?? [$0] } ?? []
        chunks = arguments.take("chunks")?.int64Value
    }

    /// The requests that follow at once in the argument `then`, and the first argument of them that is not supported.
    static func followers(_ arguments: inout RawArguments) -> (requests: [RawRequest], left: String?) {
        var left: String?
        let requests = (arguments.take("then")?.arrayValue ?? []).map { follower in
            var members = RawArguments(follower)
            let request = RawRequest(&members)
            left = left ?? members.left
            return request
        }
        return (requests, left)
    }
}

/// What `send` sends: with neither of them a request for the database.
struct RawContent {
    /// Whether the accessory's last frame is sent back.
    let reflects: Bool
    /// Bytes for the link itself, as the suite writes them.
    let bytes: JSON?
    /// Text for the accessory, as the suite writes it.
    let text: JSON?

    init(_ arguments: inout RawArguments) {
        reflects = arguments.take("reflect")?.boolValue == true
        bytes = arguments.take("bytes")
        text = arguments.take("text")
    }
}

/// How the bytes of a raw step are sent, and how many responses are expected.
struct RawDelivery {
    /// The frames' text lengths; the last one repeats.
    let frames: [Int]?
    let pieces: RawPieces?
    /// The number of expected responses; `nil` uses the verb's default.
    let answers: Int?

    init(_ arguments: inout RawArguments) {
        func sizes(_ value: JSON?) -> [Int]? {
            value.map { ($0.arrayValue ?? [$0]).compactMap { $0.int64Value.map { Int(clamping: $0) } } }
        }
        frames = sizes(arguments.take("frames"))
        let gap = arguments.take("gap-ms")?.int64Value ?? 0
        pieces = sizes(arguments.take("segments")).map { RawPieces(sizes: $0, pause: .milliseconds(gap)) }
        answers = arguments.take("answers")?.int64Value.map { Int(clamping: $0) }
    }

    /// Whether a request is sent without modifications.
    var isPlain: Bool { frames == nil && pieces == nil && answers == nil }
}
