import HAPModel
import HAPSession
import HTTPWire

/// A response's fields for monitors.
struct ResponseCheck {
    private let message: HTTPMessage
    private let body: MessageBody
    private let isJSON: Bool
    private let request: AskedRequest?

    init(_ answer: HTTPAnswer, answering request: AskedRequest?) {
        message = answer.message
        body = answer.body
        isJSON = answer.declaresJSON
        self.request = request
    }

    var fields: JSONObject {
        var fields = JSONObject()
        if let request {
            fields["request"] = ["method": .string(request.method), "path": .string(request.path)]
        }
        guard !message.body.isEmpty else { return fields }
        let isMarked = message.body.starts(with: MessageBody.byteOrderMark)
        fields["utf8"] = .bool(!isMarked && String(validating: message.body, as: UTF8.self) != nil)
        guard isJSON else { return fields }
        if let flaw = jsonFlaw { fields["json-flaw"] = .string("\(flaw)") }
        if let body = json {
            let entries = body["characteristics"]?.arrayValue ?? []
            fields["entries-without-status"] = JSON(entries.count { $0["status"] == nil })
            fields["contradictions"] = .array(entries.filter(contradicts).map { .string($0.serialized()) })
            fields["undefined-statuses"] = .array(
                (entries + [body]).compactMap { $0["status"] }.filter { !Self.isDefined($0) }
            )
        }
        return fields
    }

    private var json: JSON? { body.json }
    private var jsonFlaw: JSONError? { body.jsonFlaw }

    /// The characteristics that a read asked for and that have no entry; none without a list.
    var unlisted: [CharacteristicID] {
        guard let request, request.path == "/characteristics", [200, 207].contains(message.status), isJSON,
            let entries = json?["characteristics"]?.arrayValue
        else { return [] }
        let listed = Set(entries.compactMap { CharacteristicEntry($0).id })
        return request.ids.filter { !listed.contains($0) }
    }

    /// A value together with an error, or neither.
    private func contradicts(_ entry: JSON) -> Bool {
        let status = entry["status"]?.int64Value ?? 0
        if status != 0 { return entry["value"] != nil }
        return request?.method == "GET" && entry["value"] == nil
    }

    private static func isDefined(_ status: JSON) -> Bool {
        status.int64Value.map { $0 == 0 || (-70412 ... -70401).contains($0) } ?? false
    }
}
