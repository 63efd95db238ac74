package import HAPModel
package import HTTPWire
package import Links
package import Measurement

/// Something that happened on a connection: bytes, and what they mean.
package struct WireEvent: Sendable {
    package enum Direction: String, Sendable {
        /// From the controller.
        case out
        /// From the accessory.
        case `in`
    }

    /// What happened.
    package enum Content: Sendable {
        /// The connection was opened.
        case opened(destination: String)
        /// The connection is closed.
        case closed(LinkClosure)
        /// From here on everything is encrypted.
        case secured
        /// Bytes outside a session, as they went over the wire.
        case bytes
        /// A frame of a session, as it went over the wire.
        case frame(counter: UInt64, length: Int)
        /// A request; ``WireEvent/raw`` is its plain text.
        case request(HTTPRequest)
        /// A response; ``WireEvent/raw`` is its plain text.
        case response(HTTPMessage)
        /// An event; ``WireEvent/raw`` is its plain text.
        case event(HTTPMessage)
        /// Bytes that could not be read.
        case failure(ExchangeFailure)
    }

    /// The connection's name.
    package let connection: String
    /// The number of the session on it, from 1; 0 outside a session.
    package let session: Int
    /// The identifier of the controller whose session it is.
    package let controller: String?
    package let direction: Direction
    package let content: Content
    package let raw: [UInt8]
    package let at: Moment

    /// `opened`, `closed`, `secured`, `bytes`, `frame`, `request`, `response`, `event`, `failure`.
    package var kind: String {
        switch content {
        case .opened: "opened"
        case .closed: "closed"
        case .secured: "secured"
        case .bytes: "bytes"
        case .frame: "frame"
        case .request: "request"
        case .response: "response"
        case .event: "event"
        case .failure: "failure"
        }
    }

    /// What is known of it; `null` where there is nothing to say, and of messages, which say it themselves.
    package var decoded: JSON {
        switch content {
        case .opened(let destination): ["destination": .string(destination)]
        case .closed(let closure): ["by": .string(closure.name)]
        case .secured, .bytes, .request, .response, .event: .null
        case .frame(let counter, let length): ["counter": JSON(counter), "length": JSON(length)]
        case .failure(let failure): ["failure": .string(failure.name), "message": .string(failure.description)]
        }
    }
}

extension LinkClosure {
    /// `peer`, `reset`, `local`, `failed`.
    package var name: String {
        switch self {
        case .byPeer: "peer"
        case .reset: "reset"
        case .local: "local"
        case .failed: "failed"
        }
    }
}
