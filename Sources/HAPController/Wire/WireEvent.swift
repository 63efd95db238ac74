package import HAPModel
package import HAPSession
package import Measurement

/// An event on the wire: bytes and their meaning.
package struct WireEvent: Sendable {
    package enum Direction: String, Sendable {
        /// From the controller.
        case out
        /// From the accessory.
        case `in`
    }

    /// The kind of event.
    package enum Kind: String, Sendable, CaseIterable {
        /// The connection was opened.
        case opened
        /// The connection is closed.
        case closed
        /// Everything after this is encrypted.
        case secured
        /// Bytes outside a session, as they went over the wire.
        case bytes
        /// A frame of a session, as it went over the wire.
        case frame
        /// A request; ``WireEvent/raw`` is its plain text.
        case request
        /// A response; ``WireEvent/raw`` is its plain text.
        case response
        /// An event; ``WireEvent/raw`` is its plain text.
        case event
        /// Malformed bytes, or a wait that ended.
        case failure
        /// A datagram of the search for the accessory.
        case datagram
    }

    /// The request that a response, a failure or the end of the connection belongs to.
    package struct Ending: Sendable {
        /// The observer's number for the request, or for the first bytes of it if it was sent as plain bytes.
        package var request: UInt64?
        /// What suites see of the request, in the transport's own form; `nil` if monitors do not look at this end, because the
        /// request is not known, or because its end was told before or is still to come.
        package var fields: JSONObject?
        package var timing: Exchange.Timing

        package init(request: UInt64?, fields: JSONObject?, timing: Exchange.Timing) {
            self.request = request
            self.fields = fields
            self.timing = timing
        }
    }

    package var transport: TransportKind
    /// The connection's name.
    package var connection: String
    /// The number of the session on it, from 1; 0 outside a session.
    package var session: Int
    /// The pairing identifier of the controller that has the session.
    package var controller: String?
    package var direction: Direction
    package var kind: Kind
    /// The fields in the transport's own form, for readers and monitors.
    package var fields: JSONObject
    /// The changes that an event reports.
    package var entries: [CharacteristicEntry]
    /// The characteristics that a read asked for and its response does not list.
    package var unlisted: [CharacteristicID]
    /// The request that it ends, if it ends one.
    package var ending: Ending?
    package var raw: [UInt8]
    /// A short description.
    package var summary: String
    package var at: Moment

    package init(
        transport: TransportKind,
        connection: String,
        session: Int = 0,
        controller: String? = nil,
        direction: Direction,
        kind: Kind,
        fields: JSONObject = JSONObject(),
        entries: [CharacteristicEntry] = [],
        unlisted: [CharacteristicID] = [],
        ending: Ending? = nil,
        raw: [UInt8] = [],
        summary: String,
        at: Moment
    ) {
        self.transport = transport
        self.connection = connection
        self.session = session
        self.controller = controller
        self.direction = direction
        self.kind = kind
        self.fields = fields
        self.entries = entries
        self.unlisted = unlisted
        self.ending = ending
        self.raw = raw
        self.summary = summary
        self.at = at
    }
}
