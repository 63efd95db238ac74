import Synchronization

/// Whom a relay serves, where it connects to, and how long it waits.
package struct RelayRules: Sendable {
    package let token: [UInt8]
    package let allowed: RelayAllowList
    /// How long a tester may take to say who it is.
    package var greetWithin = Duration.seconds(10)
    /// After how long without a sign a tester has gone.
    package var silentFor = Duration.seconds(30)
    /// How many testers there can be.
    package var testers = 16
    /// How many connections there can be that have not said who they are: they take no tester's place.
    package var strangers = 64
    /// How long the relay may look a name up: less than testers wait, so that they get the reason.
    package var lookUpWithin = Duration.seconds(5)
    /// The longest time in which the relay opens something.
    package var openWithin = Duration.seconds(60)

    package init(token: [UInt8], allowed: RelayAllowList) {
        self.token = token
        self.allowed = allowed
    }
}

/// What happens at a relay, for its log. It never contains the token.
package enum RelayEvent: Sendable, Hashable {
    case arrived(tester: String)
    /// The first connection to an address.
    case took(String, tester: String)
    /// The first port for multicast DNS at an interface.
    case joined(String, tester: String)
    case refused(String, tester: String)
    case left(String, tester: String)
}

/// The testers of a relay, and which of them uses which accessory: the first that opens an address has it until it leaves.
final class RelayOccupancy: Sendable {
    /// Whose an address is.
    enum Holder: Sendable, Hashable {
        case new
        case own
        /// The name of the tester that has it.
        case other(String)
    }

    private struct Tester {
        var number: UInt64
        var name: String
    }

    private struct State {
        var strangers = 0
        var testers: Set<UInt64> = []
        var holders: [String: Tester] = [:]
    }

    private let state = Mutex(State())

    /// Counts a stranger that connects; it has to ``leave(_:)``.
    ///
    /// - Returns: `false` if there are too many.
    func enter(upTo limit: Int) -> Bool {
        state.withLock { state in
            guard state.strangers < limit else { return false }
            state.strangers += 1
            return true
        }
    }

    /// Makes a tester of a stranger.
    ///
    /// - Returns: `false` if there are too many.
    func admit(_ number: UInt64, upTo limit: Int) -> Bool {
        state.withLock { state in
            guard state.testers.count < limit else { return false }
            state.strangers -= 1
            state.testers.insert(number)
            return true
        }
    }

    /// Takes an address for a tester, if no other tester has it.
    func take(_ address: String, for number: UInt64, _ name: String) -> Holder {
        state.withLock { state in
            if let holder = state.holders[address] { return holder.number == number ? .own : .other(holder.name) }
            state.holders[address] = Tester(number: number, name: name)
            return .new
        }
    }

    /// Frees everything that the tester has.
    func leave(_ number: UInt64) {
        state.withLock { state in
            if state.testers.remove(number) == nil { state.strangers -= 1 }
            state.holders = state.holders.filter { $0.value.number != number }
        }
    }
}
