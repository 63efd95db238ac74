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

    /// The number of entries that are kept: more than an accessory can have characteristics in one answer.
    private static let mostEntries = 1 << 14

    package init(_ answer: Answer) {
        message = answer.message
        entries = Array(answer.entries.prefix(Self.mostEntries))
        status = answer.status
        isRefusal = answer.isRefusal
        database = answer.database
        text = answer.body.text.flatMap { $0.utf8.count <= Self.longestText ? $0 : nil }
    }

    /// The body, if it is JSON that records hold.
    package var body: JSON? { message.body.isRecorded ? message.body.json : nil }

    /// Why the body cannot be read, although it should be JSON.
    package var jsonFlaw: JSONError? { message.jsonFlaw }

    /// The fields for suites under the transport's own name.
    var form: JSON { .object(message.fields) }
}
