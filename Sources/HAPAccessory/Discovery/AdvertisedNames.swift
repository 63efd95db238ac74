import DNSWire
import Measurement
import Synchronization

/// The names that an accessory advertises, and whether it may use them (RFC 6762 8 and 9).
final class AdvertisedNames: Sendable {
    /// Numbers that make the names unique; 1 leaves a name as it is.
    struct Numbers: Sendable, Hashable {
        var instance = 1
        var host = 1
    }

    private struct State {
        var numbers = Numbers()
        /// Whether probing has found the names to be unique.
        var isEstablished = false
        /// Whether the records have been announced as often as it takes (RFC 6762 8.3).
        var isAnnounced = false
        /// Counts whatever makes a round of probing invalid.
        var round = 0
        /// How often another responder had one of the names.
        var conflicts = 0
        /// The next round of probing starts later, because another responder probes for the names, too.
        var yields = false
    }

    private let state = Mutex(State())
    /// One element for each conflict after the names were established.
    let contests: (stream: AsyncStream<Void>, continuation: AsyncStream<Void>.Continuation)

    init() {
        contests = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    var numbers: Numbers { state.withLock { $0.numbers } }
    var isEstablished: Bool { state.withLock { $0.isEstablished } }
    var isAnnounced: Bool { state.withLock { $0.isAnnounced } }

    /// The number of the current round of probing.
    var round: Int { state.withLock { $0.round } }

    /// How long the next round must wait: after a lost tie a second, and after 15 conflicts five seconds (RFC 6762 8.1, 8.2).
    func pauseBeforeProbing() -> Duration {
        state.withLock { state in
            defer { state.yields = false }
            if state.conflicts >= 15 { return .seconds(5) }
            return state.yields ? .seconds(1) : .zero
        }
    }

    /// Ends the round of probing with success, unless a conflict has made it invalid.
    ///
    /// - Returns: whether the names may be used.
    func establish(round: Int) -> Bool {
        state.withLock { state in
            guard state.round == round else { return false }
            state.isEstablished = true
            return true
        }
    }

    /// The records under the established names have been announced.
    func noteAnnounced() {
        state.withLock { $0.isAnnounced = $0.isEstablished }
    }

    /// What another responder's records for the names mean.
    enum Conflict: Sendable, Hashable {
        case instance, host
    }

    /// Another responder uses a name. During probing another name is chosen; afterwards the name is probed again, which
    /// the other responder answers if it goes on to use it.
    func lose(_ conflict: Conflict) {
        let isContest = state.withLock { state in
            state.round += 1
            state.conflicts += 1
            state.isAnnounced = false
            if state.isEstablished {
                state.isEstablished = false
                return true
            }
            switch conflict {
            case .instance: state.numbers.instance += 1
            case .host: state.numbers.host += 1
            }
            return false
        }
        if isContest { contests.continuation.yield() }
    }

    /// Another responder probes for the names at the same time, and its records come later in the order of RFC 6762 8.2.
    func yield() {
        state.withLock { state in
            guard !state.isEstablished else { return }
            state.round += 1
            state.yields = true
        }
    }
}
