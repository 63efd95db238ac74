import HAPSession
import HTTPWire
import Measurement

/// The byte side of one connection: HTTP in plain text, then in secure frames.
struct IPChannel: Sendable {
    @Boxed var decoder: HTTPDecoder
    /// The frames of the session, after its start.
    @Boxed var opener: FrameOpener?
    @Boxed var sealer: FrameSealer?
    /// When the last complete request arrived, or the connection was opened.
    var lastActive: Moment
    /// Whether reading has stopped because the connection is being closed.
    var isClosing = false
    /// Whether `100 Continue` was sent for the current request.
    var hasContinued = false
    /// Whether a complete request has arrived.
    var hasServed = false
    /// Whether a defect makes the accessory ignore further bytes.
    var isDeaf = false
    /// Events that a defect holds for the middle of the next response.
    var heldEvents: [UInt8] = []

    /// Whether the session has begun and everything is encrypted.
    var isSecured: Bool { opener != nil }

    /// Whether no request is partly received.
    var isIdle: Bool { decoder.isIdle && opener?.pending.isEmpty != false }

    init(now: Moment, limits: HTTPDecoder.Limits) {
        _decoder = Boxed(wrappedValue: HTTPDecoder(.requests, limits: limits))
        lastActive = now
    }
}
