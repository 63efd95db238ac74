package import HAPModel
package import HAPSession
package import HTTPWire

/// An answer of the accessory, with a body that was parsed once.
package struct ObservedAnswer: Sendable {
    /// What only HTTP's own fields say.
    package let http: HTTPFields
    /// The body, if it is JSON.
    package let body: JSON?
    /// The body, if it is short text but not JSON.
    package let text: String?
    /// The entries about characteristics.
    package let entries: [CharacteristicEntry]
    /// What the answer says of the request as a whole; `nil` if it says nothing in HAP's terms.
    package let status: HAPStatus?
    /// Whether it says without a word that everything was done: HTTP 204.
    package let isSilentSuccess: Bool

    /// Texts that are kept, in bytes.
    private static let longestText = 1024

    package init(_ message: HTTPMessage) {
        self.init(message, CharacteristicsBody(message))
    }

    /// - Parameter body: the message's body.
    package init(_ message: HTTPMessage, _ body: CharacteristicsBody) {
        http = HTTPFields(message)
        self.body = body.json
        entries = body.entries
        isSilentSuccess = message.status == 204
        status = isSilentSuccess ? .success : body.status
        if body.json == nil, !message.body.isEmpty, let text = String(validating: message.body, as: UTF8.self),
            text.utf8.count <= Self.longestText
        {
            self.text = text
        } else {
            text = nil
        }
    }
}
