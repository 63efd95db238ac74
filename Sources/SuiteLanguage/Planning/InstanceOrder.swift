/// The order of a plan's instances: the next one is always the one that costs least in the accessory's current state.
///
/// Instances with equal costs and effects form a queue, so the search compares only the heads of the queues. It is
/// greedy: the tester pairs for itself only if no instance can run without it, and an instance that pairs is kept
/// until the wrong codes come near the ceiling, because it resets their count at no extra cost.
struct InstanceOrder {
    /// The accessory's state, as far as the plan can know it.
    struct State {
        /// Whether the tester's own controller is paired.
        var isPaired: Bool
        /// Wrong setup codes since the last right one.
        var triesInARow = 0
    }

    /// An instance with the contract of its case.
    struct Entry {
        var instance: Instance
        var contract: StateContract
        var isMonitor: Bool
        /// Whether it turns the accessory off and on.
        var restarts: Bool
    }

    private(set) var state: State
    /// Pair-setups that the tester makes between instances: to pair again, and to reset the count of wrong codes.
    private(set) var ownPairSetups = 0
    private(set) var ordered: [Instance] = []
    private var queues: [Queue] = []

    /// - Parameters:
    /// - entries: the instances, in the order to use if their states allow it.
    /// - state: the accessory's state before the first.
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
        var restarts: Bool
        var entries: [(offset: Int, instance: Instance)]
        var taken = 0

        var isEmpty: Bool { taken == entries.count }
    }

    private mutating func enqueue(_ entry: Entry, _ offset: Int) {
        var contract = entry.contract
        contract.seconds = 0
        let index = queues.firstIndex {
            $0.contract == contract && $0.isMonitor == entry.isMonitor && $0.restarts == entry.restarts
        }
        if let index {
            queues[index].entries.append((offset, entry.instance))
        } else {
            queues.append(
                Queue(
                    contract: contract,
                    isMonitor: entry.isMonitor,
                    restarts: entry.restarts,
                    entries: [(offset, entry.instance)]
                )
            )
        }
    }

    /// The cost of running a queue's head next; the first number that differs decides.
    private func cost(_ queue: Queue) -> (Int, Int, Int, Int, Int, Int) {
        let contract = queue.contract
        // Monitors run last, because then they have observed everything; irreversible cases run just before them, after
        // those that a broken accessory does not survive.
        let mayStrand = contract.mayStrand || contract.resetBy != nil
        let lateness = queue.isMonitor ? 3 : contract.isDestructive ? 2 : mayStrand ? 1 : 0
        let changes = contract.needs.isPaired.map { $0 != state.isPaired } ?? false
        return (
            lateness, pairSetups(before: contract), changes ? 1 : 0, contract.pairings > 0 ? 1 : 0,
            // The cases after a restart show what is wrong only then.
            queue.restarts ? 0 : 1, queue.entries[queue.taken].offset
        )
    }

    /// The number of pair-setups that the tester makes before an instance with this contract.
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
    /// Whether the required state is paired; `nil` if either state is allowed.
    fileprivate var isPaired: Bool? {
        switch self {
        case .paired: true
        case .unpaired: false
        case .any: nil
        }
    }
}
