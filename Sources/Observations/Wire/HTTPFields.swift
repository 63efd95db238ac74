package import HAPModel
package import HTTPWire

/// What HTTP's own fields say of a message: `http.status`, `http.headers.content-type`.
package struct HTTPFields: Sendable {
    private let message: HTTPMessage

    package init(_ message: HTTPMessage) {
        self.message = message
    }

    /// The number of the status line.
    package var status: Int? { message.status }

    /// The fields as suites see them below `http`; of header lines with one name the first.
    package var json: JSON {
        var headers = JSONObject()
        for header in message.headers where headers[header.name.lowercased()] == nil {
            headers.members.append(.init(key: header.name.lowercased(), value: .string(header.value)))
        }
        return [
            "status": message.status.map { JSON($0) } ?? .null, "reason": .string(message.reason ?? ""),
            "protocol": .string("\(message.protocolName)/\(message.version)"), "headers": .object(headers),
            "body-length": JSON(message.body.count),
            "deviations": .array(message.deviations.map { .string($0.description) }),
        ]
    }
}
