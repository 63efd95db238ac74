import HAPController
import HAPModel
import HAPPairing

/// Whether the accessory knows a controller.
enum Standing: Hashable {
    /// Pair-verify with the controller's key succeeded.
    case known
    /// Pair-verify with the controller's key failed twice, each time on a new connection.
    case unknown
    /// Neither, in words.
    case unclear(String)
}

/// What an accessory says about itself in response to M1 of pair-setup.
enum PairSetupOffer: Hashable {
    /// It starts a pair-setup. Only an unpaired accessory should, but some paired ones do.
    case offered
    /// It is paired (Unavailable).
    case unavailable
    /// Another pair-setup is in progress (Busy), or it must not begin yet (Backoff).
    case busy
    /// Another response.
    case other
    /// No response.
    case silent
}

extension Contact {
    /// Asks the accessory whether it knows the controller.
    ///
    /// Pair-verify with the controller's key decides. A response to Remove Pairing or a list of pairings does not:
    /// both may be wrong.
    ///
    /// - Parameter hasOffered: whether the accessory has just shown that it is unpaired, so that it need not be asked for another
    ///   pair-setup: some stay busy after each that is given up.
    func standing(of pairing: AccessoryPairing, hasOffered: Bool = false) async -> Standing {
        switch await session(as: pairing, "standing", hasOffered: hasOffered) {
        case .session(let wire):
            await wire.close(abruptly: false)
            return .known
        case .unknown: return .unknown
        case .unclear(let reason): return .unclear(reason)
        }
    }

    /// Asks the accessory with M1 of pair-setup. The attempt is given up at once. After Backoff, M1 is sent again when the accessory
    /// allows it, and once after a refusal for no known reason.
    func offer() async -> PairSetupOffer {
        var setupPatience = SetupPatience(clock: environment.clock, busyLimit: .zero, stop: stop)
        while true {
            let (offer, refusal) = await offerNow()
            guard await setupPatience.allowsAnother(after: refusal) else { return offer }
        }
    }

    private func offerNow() async -> (PairSetupOffer, M1Refusal?) {
        let wire = connection("state")
        guard !stop.isUnanswered else { return (.silent, nil) }
        guard (try? await open(wire)) != nil else { return (.silent, nil) }
        let m1 = TLV8(items: [.init(.state, integer: 1), .init(.method, [0])]).encoded()
        let exchange = await wire.perform(.pairing(.setup, m1), within: patience)
        await wire.close(abruptly: false)
        stop.note(exchange)
        guard let answer = exchange.answer else { return (.silent, nil) }
        let items = TLV8(decoding: answer.body.bytes)
        return switch items.integer(.error) {
        case UInt64(TLVError.unavailable.rawValue): (.unavailable, nil)
        case UInt64(TLVError.busy.rawValue): (.busy, .busy)
        case nil where items[.publicKey] != nil: (.offered, nil)
        default: if let time = items.backoff { (.busy, .backoff(time)) } else { (.other, .odd) }
        }
    }
}
