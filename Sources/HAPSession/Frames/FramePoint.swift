/// A place in the making of a frame where an alteration can act.
package enum FramePoint: String, CaseIterable, Sendable {
    /// The text before it is sealed.
    case plain = "frame.plain"
    case key = "frame.key"
    /// Twelve bytes.
    case nonce = "frame.nonce"
    /// What is authenticated with the text: the two bytes of the length.
    case aad = "frame.aad"
    /// The ciphertext.
    case text = "frame.text"
    case tag = "frame.tag"
    /// The two bytes in front.
    case length = "frame.length"
    /// The whole frame; dropped, it is not sent, though its number is used up.
    case whole = "frame.whole"

    /// The name that suites use.
    package var name: String { rawValue }

    /// All points, for loaders and documentation.
    package static var all: [FramePoint] { allCases }

    /// What passes, in one line.
    package var meaning: String {
        switch self {
        case .plain: "the text of a frame before it is sealed"
        case .key: "the key that seals a frame"
        case .nonce: "the nonce of a frame: four zero bytes and the counter, little endian"
        case .aad: "what a frame authenticates beside its text: the two bytes of its length"
        case .text: "the ciphertext of a frame"
        case .tag: "the 16 bytes that authenticate a frame"
        case .length: "the two bytes in front of a frame, little endian"
        case .whole: "a frame as it is sent"
        }
    }

    /// The name inside the procedure `frame`.
    var inner: String { String(rawValue.dropFirst("frame.".count)) }
}

/// A size or a count of the secure frames that a peer can have otherwise.
package enum FrameConstant: String, CaseIterable, Sendable {
    case maximumText = "frame.maximum"
    case firstCounter = "frame.first-counter"
    case counterStep = "frame.counter-step"

    /// The name that suites use.
    package var name: String { rawValue }

    /// All constants, for loaders and documentation.
    package static var all: [FrameConstant] { allCases }

    /// What the protocol says.
    package var standard: Int64 {
        switch self {
        case .maximumText: Int64(FrameFormat.maximumText)
        case .firstCounter: 0
        case .counterStep: 1
        }
    }

    /// What it measures, in one line.
    package var meaning: String {
        switch self {
        case .maximumText: "the most bytes of text that a frame which is sent carries"
        case .firstCounter: "the counter of the first frame in each direction"
        case .counterStep: "by how much the counter rises from frame to frame"
        }
    }
}

/// A check of received frames that a peer can leave out.
package enum FrameGuard: String, CaseIterable, Sendable {
    case tag = "frame.tag"
    case length = "frame.length"
    case replay = "frame.replay"
    case order = "frame.order"
    case reflection = "frame.reflection"

    /// The name that suites use.
    package var name: String { rawValue }

    /// All checks, for loaders and documentation.
    package static var all: [FrameGuard] { allCases }

    /// What is refused, in one line.
    package var meaning: String {
        switch self {
        case .tag: "a frame whose tag is wrong is refused"
        case .length: "a frame that announces more than 1024 bytes of text is refused"
        case .replay: "a frame with an earlier counter is refused"
        case .order: "a frame with a later counter than the one that is due is refused"
        case .reflection: "a frame that is sealed with the key of the other direction is refused"
        }
    }
}
