package import HAPModel
package import HAPSession

/// A complete response of the accessory: its meaning, and its form on the transport.
package struct Answer: Sendable {
    /// The message in the transport's own form.
    package let message: WireMessage
    /// The status of the request as a whole; `nil` if the response has none.
    package let status: HAPStatus?
    /// Whether the accessory executed the request, or each entry has a separate status.
    package let isAccepted: Bool
    /// Whether the accessory rejected the request as a whole.
    package let isRefusal: Bool
    /// The characteristics in the response; one entry for each written characteristic if the transport reports that a
    /// write succeeded as a whole.
    package internal(set) var entries: [CharacteristicEntry]
    /// The attribute database in the response.
    package let database: JSON?

    package init(
        message: WireMessage,
        status: HAPStatus?,
        isAccepted: Bool,
        isRefusal: Bool,
        entries: [CharacteristicEntry] = [],
        database: JSON? = nil
    ) {
        self.message = message
        self.status = status
        self.isAccepted = isAccepted
        self.isRefusal = isRefusal
        self.entries = entries
        self.database = database
    }

    /// The content of the message.
    package var body: MessageBody { message.body }
}
