import HAPModel
import HAPSession
import HTTPWire

/// What monitors look at in a response.
struct ResponseCheck {
    private let message: HTTPMessage
    private let body: CharacteristicsBody
    private let request: WireBody.Request?

    /// - Parameter body: the message's body.
    init(_ message: HTTPMessage, _ body: CharacteristicsBody, answering request: WireBody.Request?) {
        self.message = message
        self.body = body
        self.request = request
    }

    var fields: JSONObject {
        var fields = JSONObject()
        if let request {
            fields["request"] = ["method": .string(request.method), "path": .string(request.path)]
        }
        guard !message.body.isEmpty else { return fields }
        let isMarked = message.body.starts(with: [0xef, 0xbb, 0xbf])
        fields["utf8"] = .bool(!isMarked && String(validating: message.body, as: UTF8.self) != nil)
        guard isJSON else { return fields }
        if let json = body.json {
            let entries = body.entries.map(\.raw)
            fields["entries-without-status"] = JSON(entries.count { $0["status"] == nil })
            fields["contradictions"] = .array(entries.filter(contradicts).map { .string($0.serialized()) })
            fields["undefined-statuses"] = .array(
                (entries + [json]).compactMap { $0["status"] }.filter { !Self.isDefined($0) }
            )
        } else if let error = body.error {
            fields["json-flaw"] = .string("\(error)")
        }
        return fields
    }

    private var isJSON: Bool {
        message.headers["Content-Type"]?.lowercased().contains("json") ?? false
    }

    /// A value beside an error, or neither.
    private func contradicts(_ entry: JSON) -> Bool {
        let status = entry["status"]?.int64Value ?? 0
        if status != 0 { return entry["value"] != nil }
        return request?.method == "GET" && entry["value"] == nil
    }

    private static func isDefined(_ status: JSON) -> Bool {
        status.int64Value.map { $0 == 0 || (-70412 ... -70401).contains($0) } ?? false
    }
}
