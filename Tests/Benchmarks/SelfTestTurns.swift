import Foundation
import Measurement

/// The whole self-test of this checkout beside that of another commit, in turns on the same machine.
///
/// What else the machine does moves both alike, and the wall time more than the processor time: read the ratios.
struct SelfTestTurns {
    /// What one whole self-test takes.
    struct Cost {
        var processor: Double
        var wall: Double
    }

    let commit: String
    private(set) var own: [Cost] = []
    private(set) var others: [Cost] = []

    /// - Parameters:
    ///   - commit: the other commit's name, for the table.
    ///   - program: the program that was built from it; it finds the suites of its own checkout.
    ///   - turns: how often each of the two runs.
    init(against commit: String, program: URL, turns: Int) throws {
        self.commit = commit
        let current = try Installation.program("assay")
        for turn in 1...turns {
            // The first one may find the machine colder: each goes first every other time.
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

    /// Runs the self-test once, as `assay selftest` does without any option.
    private static func measure(_ program: URL) throws -> Cost {
        let process = Process()
        process.executableURL = program
        process.arguments = ["selftest"]
        // Each program tests the suites that it was built beside.
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

    /// Seconds that all children which have ended have worked, the kernel's part included.
    private static func processorTimeOfChildren() -> Double {
        var usage = rusage()
        unsafe getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000 }
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }

    /// The table that people read: medians over the turns, and the median of the turns' own ratios.
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
