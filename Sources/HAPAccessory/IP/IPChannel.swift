import HAPSession
import HTTPWire
import Measurement

/// The byte side of one connection: HTTP in plain text, then in secure frames.
struct IPChannel: Sendable {
    @Boxed var decoder: HTTPDecoder
    /// The frames of the session, once it has begun.
    @Boxed var opener: FrameOpener?
    @Boxed var sealer: FrameSealer?
    /// When the last whole request came, or the connection was opened.
    var lastActive: Moment
    /// Whether nothing more is read, because the connection is being closed.
    var isClosing = false
    /// Whether `100 Continue` was sent for the request that is coming.
    var hasContinued = false
    /// Whether a whole request has come.
    var hasServed = false
    /// Bytes that arrived while a defect lets another connection block this one.
    var held: [UInt8] = []
    /// Whether a defect has what still comes go unread.
    var isDeaf = false
    /// Events that a defect keeps for the middle of the next response.
    var heldEvents: [UInt8] = []

    /// Whether the session has begun, and all is sealed.
    var isSecured: Bool { opener != nil }

    /// Whether nothing of a request has come that is not answered.
    var isIdle: Bool { decoder.isIdle && opener?.pending.isEmpty != false }

    init(now: Moment, limits: HTTPDecoder.Limits) {
        _decoder = Boxed(wrappedValue: HTTPDecoder(.requests, limits: limits))
        lastActive = now
    }
}
