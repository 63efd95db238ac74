/// A place in the creation of a frame where an alteration can act.
package enum FramePoint: String, CaseIterable, Sendable {
    /// The text before encryption.
    case plain = "frame.plain"
    case key = "frame.key"
    /// Twelve bytes.
    case nonce = "frame.nonce"
    /// The additional authenticated data: the two bytes of the length.
    case aad = "frame.aad"
    /// The ciphertext.
    case text = "frame.text"
    case tag = "frame.tag"
    /// The two length bytes at the start.
    case length = "frame.length"
    /// The whole frame; a dropped one is not sent, but its counter is consumed.
    case whole = "frame.whole"

    /// The name in suites.
    package var name: String { rawValue }

    /// All points, for loaders and documentation.
    package static var all: [FramePoint] { allCases }

    /// The value at the point, in one line.
    package var meaning: String {
        switch self {
        case .plain: "the text of a frame before encryption"
        case .key: "the key that seals a frame"
        case .nonce: "the nonce of a frame: four zero bytes and the counter, little endian"
        case .aad: "the additional authenticated data of a frame: the two bytes of its length"
        case .text: "the ciphertext of a frame"
        case .tag: "the 16-byte tag of a frame"
        case .length: "the two length bytes of a frame, little endian"
        case .whole: "a whole frame as sent"
        }
    }

    /// The name inside the procedure `frame`.
    var inner: String { String(rawValue.dropFirst("frame.".count)) }
}

/// A number of the secure frames that a departure can change.
package enum FrameConstant: String, CaseIterable, Sendable {
    case maximumText = "frame.maximum"
    case firstCounter = "frame.first-counter"
    case counterStep = "frame.counter-step"
    case lastCounter = "frame.last-counter"
    case lastReceivedCounter = "frame.last-received-counter"

    /// The name in suites.
    package var name: String { rawValue }

    /// All constants, for loaders and documentation.
    package static var all: [FrameConstant] { allCases }

    /// The protocol's value.
    package var standard: Int64 {
        switch self {
        case .maximumText: Int64(FrameFormat.maximumText)
        case .firstCounter: 0
        case .counterStep: 1
        case .lastCounter, .lastReceivedCounter: .max
        }
    }

    /// The quantity, in one line.
    package var meaning: String {
        switch self {
        case .maximumText: "the largest number of text bytes in a sent frame"
        case .firstCounter: "the counter of the first frame in each direction"
        case .counterStep: "the increment of the counter from frame to frame"
        case .lastCounter: "the counter after which the next sent frame has 0 again"
        case .lastReceivedCounter: "the counter after which the next received frame is expected to have 0 again"
        }
    }
}

/// A check of received frames that a departure can omit.
package enum FrameGuard: String, CaseIterable, Sendable {
    case tag = "frame.tag"
    case tagEnd = "frame.tag-end"
    case length = "frame.length"
    case replay = "frame.replay"
    case order = "frame.order"
    case reflection = "frame.reflection"

    /// The name in suites.
    package var name: String { rawValue }

    /// All checks, for loaders and documentation.
    package static var all: [FrameGuard] { allCases }

    /// The rejected frame, in one line.
    package var meaning: String {
        switch self {
        case .tag: "a frame whose tag is wrong is rejected"
        case .tagEnd: "a frame whose tag is wrong in its last eight bytes only is rejected"
        case .length: "a frame that announces more than 1024 bytes of plaintext is rejected"
        case .replay: "a frame with an earlier counter is rejected"
        case .order: "a frame with a later counter than the expected one is rejected"
        case .reflection: "a frame that is encrypted with the key of the other direction is rejected"
        }
    }
}
