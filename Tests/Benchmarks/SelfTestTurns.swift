import Foundation
import Measurement

/// Compares the whole self-test of this checkout with that of another commit, in turns on the same machine.
///
/// Other work of the machine affects both equally, and wall time more than processor time: compare the ratios.
struct SelfTestTurns {
    /// The duration of one whole self-test.
    struct Cost {
        var processor: Double
        var wall: Double
    }

    let commit: String
    private(set) var own: [Cost] = []
    private(set) var others: [Cost] = []

    /// - Parameters:
    ///   - commit: the other commit's name, for the table.
    ///   - program: the program built from it; it uses the suites of its checkout.
    ///   - turns: how often each of the two runs.
    init(against commit: String, program: URL, turns: Int) throws {
        self.commit = commit
        let current = try Installation.program("assay")
        for turn in 1...turns {
            // The first run of a turn may be slower: the two programs alternate as the first.
            if turn.isMultiple(of: 2) {
                others.append(try Self.measure(program))
                own.append(try Self.measure(current))
            } else {
                own.append(try Self.measure(current))
                others.append(try Self.measure(program))
            }
            print("self-test: turn \(turn) of \(turns) is done")
        }
    }

    /// Runs the self-test once, like `assay selftest` without options.
    private static func measure(_ program: URL) throws -> Cost {
        let process = Process()
        process.executableURL = program
        process.arguments = ["selftest"]
        // Each program tests the suites of its own checkout.
        process.environment = ProcessInfo.processInfo.environment.filter { $0.key != "ASSAY_SUITES" }
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let before = processorTimeOfChildren()
        let clock = MonotonicClock.system
        let start = clock.now
        try process.run()
        process.waitUntilExit()
        let wall = start.duration(to: clock.now)
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            throw BenchmarkTrouble("\(program.path) selftest ended with status \(process.terminationStatus)")
        }
        return Cost(processor: processorTimeOfChildren() - before, wall: wall.inSeconds)
    }

    /// The processor seconds of all ended child processes, including kernel time.
    private static func processorTimeOfChildren() -> Double {
        var usage = rusage()
        unsafe getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000 }
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }

    /// The table for people: medians over the turns, and the median of the turns' ratios.
    var text: String {
        let rows = [("processor time", \Cost.processor), ("wall time", \Cost.wall)].map { title, figure in
            let (now, before) = (own.map { $0[keyPath: figure] }, others.map { $0[keyPath: figure] })
            let ratio = Comparison.median(zip(now, before).map { $0 / $1 }) ?? 0
            let cells = [Comparison.median(now) ?? 0, Comparison.median(before) ?? 0].map {
                "\(Table.decimals($0, 1)) s"
            }
            return Table.line("  \(title)", cells[0], cells[1], "\(Table.decimals(ratio, 2))x")
        }
        return ([Table.line("the whole self-test", "now", commit, "ratio")] + rows).joined(separator: "\n")
    }
}
