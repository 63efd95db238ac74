package import Links
package import Measurement

/// A relay: it accepts the connections of testers, and opens links and ports on its bench for them.
///
/// It forwards bytes, and keeps none of them. A tester's connection is one task group: when it ends, everything that the tester
/// opened is closed.
package struct RelayServer: Sendable {
    private let listener: any LinkListener
    private let access: any NetworkAccess
    private let rules: RelayRules
    private let program: String
    private let clock: MonotonicClock
    private let report: @Sendable (RelayEvent) -> Void

    /// - Parameters:
    ///   - listener: accepts the connections of testers, encrypted by TLS.
    ///   - access: the networks of the bench.
    ///   - program: names the program to testers.
    ///   - report: called with each event, on any thread.
    package init(
        _ listener: any LinkListener,
        access: any NetworkAccess,
        rules: RelayRules,
        program: String,
        clock: MonotonicClock = .system,
        report: @escaping @Sendable (RelayEvent) -> Void = { _ in }
    ) {
        self.listener = listener
        self.access = access
        self.rules = rules
        self.program = program
        self.clock = clock
        self.report = report
    }

    /// Serves testers until the task is cancelled or the listener is closed; then it closes everything.
    package func serve() async {
        let occupancy = RelayOccupancy()
        await withDiscardingTaskGroup { group in
            var number: UInt64 = 0
            for await link in listener.links {
                guard occupancy.enter(upTo: rules.strangers) else {
                    group.addTask { await link.close(abruptly: true) }
                    continue
                }
                number += 1
                let visit = RelayVisit(
                    link,
                    number: number,
                    access: access,
                    rules: rules,
                    program: program,
                    clock: clock,
                    occupancy: occupancy,
                    report: report
                )
                group.addTask { await visit.run() }
            }
            group.cancelAll()
        }
        await listener.close()
    }
}
