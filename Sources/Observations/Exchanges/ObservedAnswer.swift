package import HAPController
package import HAPModel
package import HAPSession

/// A response of the accessory as observations show it.
package struct ObservedAnswer: Sendable {
    /// The message in the transport's own form.
    package let message: WireMessage
    /// The body, if it is short text but not JSON.
    package let text: String?
    /// The entries about characteristics.
    package let entries: [CharacteristicEntry]
    /// The status of the request as a whole; `nil` if the response has none in HAP's terms.
    package let status: HAPStatus?
    /// Whether the accessory rejected the request as a whole.
    package let isRefusal: Bool
    /// The attribute database in it.
    package let database: JSON?

    /// The longest text that is kept, in bytes.
    private static let longestText = 1024

    package init(_ answer: Answer) {
        message = answer.message
        entries = answer.entries
        status = answer.status
        isRefusal = answer.isRefusal
        database = answer.database
        text = answer.body.text.flatMap { $0.utf8.count <= Self.longestText ? $0 : nil }
    }

    /// The body, if it is JSON.
    package var body: JSON? { message.body.json }

    /// The fields for suites under the transport's own name.
    var form: JSON { .object(message.fields) }
}
