/// The order of a plan's instances: at each point the one whose needs cost least from the state that the accessory is in
/// by then.
///
/// Instances that cost and leave the same form a queue, so a search over the heads of the queues looks at all that is
/// left. It is greedy: a pair-setup of the tester's own is taken only where no instance can do without, and an instance
/// that pairs is kept for when wrong codes have come near the ceiling, because it sets their count back for nothing.
struct InstanceOrder {
    /// What the accessory is in, as far as a plan can know.
    struct State {
        /// Whether the tester's own controller is paired.
        var isPaired: Bool
        /// Failed proofs of the setup code since the last right one.
        var triesInARow = 0
    }

    /// An instance with the contract of its case.
    struct Entry {
        var instance: Instance
        var contract: StateContract
        var isMonitor: Bool
    }

    private(set) var state: State
    /// Pair-setups that the tester makes between instances: to be paired again, and to put a right code between wrong ones.
    private(set) var ownPairSetups = 0
    private(set) var ordered: [Instance] = []
    private var queues: [Queue] = []

    /// - Parameters:
    ///   - entries: in the order in which they run where their states leave a choice.
    ///   - state: what the accessory is in before the first.
    init(_ entries: [Entry], from state: State) {
        self.state = state
        for (offset, entry) in entries.enumerated() { enqueue(entry, offset) }
        while let next = queues.indices.min(by: { cost(queues[$0]) < cost(queues[$1]) }) {
            take(next)
            if queues[next].isEmpty { queues.remove(at: next) }
        }
    }

    private struct Queue {
        var contract: StateContract
        var isMonitor: Bool
        var entries: [(offset: Int, instance: Instance)]
        var taken = 0

        var isEmpty: Bool { taken == entries.count }
    }

    private mutating func enqueue(_ entry: Entry, _ offset: Int) {
        var contract = entry.contract
        contract.seconds = 0
        if let index = queues.firstIndex(where: { $0.contract == contract && $0.isMonitor == entry.isMonitor }) {
            queues[index].entries.append((offset, entry.instance))
        } else {
            queues.append(
                Queue(contract: contract, isMonitor: entry.isMonitor, entries: [(offset, entry.instance)])
            )
        }
    }

    /// What it costs to go on with a queue's head; the first number that differs decides.
    private func cost(_ queue: Queue) -> (Int, Int, Int, Int, Int) {
        let contract = queue.contract
        // Monitors have seen all when they run last; what cannot be undone comes just before them.
        let lateness = queue.isMonitor ? 2 : contract.isDestructive ? 1 : 0
        let changes = contract.needs.isPaired.map { $0 != state.isPaired } ?? false
        return (
            lateness, pairSetups(before: contract), changes ? 1 : 0, contract.pairings > 0 ? 1 : 0,
            queue.entries[queue.taken].offset
        )
    }

    /// How many pair-setups the tester makes before an instance with this contract.
    private func pairSetups(before contract: StateContract) -> Int {
        if contract.needs == .paired, !state.isPaired { return 1 }
        return contract.exceedsCeiling(after: state.triesInARow) ? 1 : 0
    }

    private mutating func take(_ index: Int) {
        let contract = queues[index].contract
        ordered.append(queues[index].entries[queues[index].taken].instance)
        queues[index].taken += 1
        if pairSetups(before: contract) > 0 {
            ownPairSetups += 1
            state = State(isPaired: true)
        }
        if let isPaired = contract.needs.isPaired { state.isPaired = isPaired }
        state.triesInARow = contract.pairings > 0 || contract.isDestructive ? 0 : state.triesInARow + contract.tries
        if contract.isDestructive { state.isPaired = false }
    }
}

extension StateContract.Pairing {
    /// Whether it is being paired; `nil` if either will do.
    fileprivate var isPaired: Bool? {
        switch self {
        case .paired: true
        case .unpaired: false
        case .any: nil
        }
    }
}
