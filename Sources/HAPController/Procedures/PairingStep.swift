import HAPModel
package import HAPPairing

/// One request of a pairing procedure, and its answer.
package struct PairingStep: Sendable {
    /// The number of the controller's message: 1, 3 or 5.
    package var message: Int
    package var exchange: Exchange
    /// What the answer says; `nil` if there is none.
    package var answer: PairingAnswer?
    /// Whether it went through a session.
    package var isSecured = false
    /// Whether it was an M1 with an unwanted B, so that the procedure started a new attempt.
    package var isDropped = false

    package init(message: Int, exchange: Exchange, answer: PairingAnswer?, isSecured: Bool = false) {
        self.message = message
        self.exchange = exchange
        self.answer = answer
        self.isSecured = isSecured
    }

    /// Whether a careful controller goes on after it.
    package var isRight: Bool { answer?.isRight ?? false }

    /// Whether the accessory is in another pair-setup, and would begin this one later.
    package var isBusy: Bool { message == 1 && answer?.error == .busy }

    /// Whether the next message can follow: the answer has items and no Error, right or not.
    package var isUnderstood: Bool {
        guard let answer, let received = exchange.answer else { return false }
        return !received.isRefusal && !answer.tlv.items.isEmpty && answer.error == nil
    }
}

/// After which answers a controller goes on.
package enum PairingCare: Sendable {
    /// After those that are right in every respect.
    case careful
    /// After those that a next message can follow.
    case curious
    /// After any.
    case reckless

    /// Whether a controller that is so careful goes on.
    package func goesOn(after step: PairingStep) -> Bool {
        guard step.exchange.answer != nil else { return false }
        return switch self {
        case .careful: step.isRight
        case .curious: step.isUnderstood
        case .reckless: true
        }
    }
}
