import HAPModel
package import HAPPairing

/// One request of a pairing procedure, and its response.
package struct PairingStep: Sendable {
    /// The number of the controller's message: 1, 3 or 5.
    package var message: Int
    package var exchange: Exchange
    /// The decoded response; `nil` if there is none.
    package var answer: PairingAnswer?
    /// Whether it was sent in a session.
    package var isSecured = false
    /// Whether it was an M1 with an unsuitable B, so that the procedure started a new attempt.
    package var isDropped = false

    package init(message: Int, exchange: Exchange, answer: PairingAnswer?, isSecured: Bool = false) {
        self.message = message
        self.exchange = exchange
        self.answer = answer
        self.isSecured = isSecured
    }

    /// Whether a strict controller continues after it.
    package var isRight: Bool { answer?.isRight ?? false }

    /// Whether another pair-setup occupies the accessory, so that this one may succeed later.
    package var isBusy: Bool { m1Refusal == .busy }

    /// How long the accessory asks to wait before M1 is sent again.
    package var backoff: Duration? {
        if case .backoff(let time) = m1Refusal { time } else { nil }
    }

    /// Why M1 was refused; `nil` if it was not, or for good, as with Unavailable and MaxTries.
    package var m1Refusal: M1Refusal? {
        guard message == 1 else { return nil }
        if let time = answer?.tlv.backoff { return .backoff(time) }
        switch answer?.error {
        case .busy: return .busy
        case .unavailable, .maxTries, .backoff: return nil
        default: return exchange.answer != nil && !isUnderstood ? .odd : nil
        }
    }

    /// Whether the next message can follow: the response has items and no Error, right or not.
    package var isUnderstood: Bool {
        guard let answer, let received = exchange.answer else { return false }
        return !received.isRefusal && !answer.tlv.items.isEmpty && answer.error == nil
    }
}

/// Why an accessory does not accept an M1 of pair-setup that it may accept later.
package enum M1Refusal: Sendable, Hashable {
    /// Another pair-setup occupies it.
    case busy
    /// It asks to wait this long: Backoff (HAP-CORE-091), which R3 removed.
    case backoff(Duration)
    /// None of the reasons to refuse a right M1. HomeSpan refuses the first one after an attempt that was given up.
    case odd
}

/// The responses after which a controller continues.
package enum PairingCare: Sendable {
    /// Those that are right in every respect.
    case careful
    /// Those that allow a next message.
    case curious
    /// All.
    case reckless

    /// Whether a controller with this level of care continues.
    package func goesOn(after step: PairingStep) -> Bool {
        guard step.exchange.answer != nil else { return false }
        return switch self {
        case .careful: step.isRight
        case .curious: step.isUnderstood
        case .reckless: true
        }
    }
}
