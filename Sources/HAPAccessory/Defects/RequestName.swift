package import HAPModel

/// How a defect names a request: by its operation on every transport, or by the message of one transport.
package enum RequestName: Sendable, Hashable {
    /// An operation, as in `write`.
    case operation(AccessoryOperation)
    /// A transport's message, as in `PUT /characteristics`.
    case message(String)

    package init(_ name: String) {
        self = AccessoryOperation(rawValue: name).map(Self.operation) ?? .message(name)
    }

    /// The name as defects write it.
    package var name: String {
        switch self {
        case .operation(let operation): operation.rawValue
        case .message(let message): message
        }
    }

    /// Whether it matches the request.
    package func names(_ request: AccessoryRequest) -> Bool {
        switch self {
        case .operation(let operation): request.operation == operation
        case .message(let message): request.message == message
        }
    }
}

/// The status of a defect's response.
package enum AnswerStatus: Sendable, Equatable {
    /// A meaning, which each transport encodes in its own way.
    case meaning(HAPStatus)
    /// A status of HTTP.
    case http(Int)
}
