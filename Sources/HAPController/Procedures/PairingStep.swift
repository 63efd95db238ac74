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
    package var isBusy: Bool { message == 1 && answer?.error == .busy }

    /// How long the accessory asks to wait before M1 is sent again: Backoff (HAP-CORE-091), which R3 removed.
    package var backoff: Duration? {
        message == 1 ? answer?.tlv.backoff : nil
    }

    /// Whether M1 was refused, but not as Unavailable, MaxTries, Busy or Backoff, which are the reasons to refuse a right M1. The next M1
    /// may be accepted: HomeSpan refuses the first one after an attempt that was given up.
    package var isOddlyRefused: Bool {
        guard message == 1, exchange.answer != nil, !isUnderstood else { return false }
        return answer?.error.map { ![.unavailable, .maxTries, .busy, .backoff].contains($0) } ?? true
    }

    /// Whether the next message can follow: the response has items and no Error, right or not.
    package var isUnderstood: Bool {
        guard let answer, let received = exchange.answer else { return false }
        return !received.isRefusal && !answer.tlv.items.isEmpty && answer.error == nil
    }
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
