import Foundation
import Glibc
import HAPModel
import Measurement

/// The program as its users start it: how fast it starts, and what a run takes.
struct ProgramFigures {
    /// The starts of `assay --version`, each until its end.
    private(set) var starts = Sample()
    /// The duration of a run of the tier normal on the simulated lightbulb over sockets.
    let run: Duration
    /// The largest memory of this run, the simulator included, in bytes.
    let memory: Int

    init(_ extent: Extent) throws {
        let clock = MonotonicClock.system
        let program = try Installation.program("assay")
        for _ in 0..<extent.starts {
            let start = clock.now
            try Self.wait(program, ["--version"])
            starts.add(start.duration(to: clock.now))
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: "assay-benchmark-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let start = clock.now
        let words = ["run", "--simulated", "lightbulb", "--tier", "normal", "--quiet", "--reports"]
        try Self.wait(program, words + [folder.path])
        run = start.duration(to: clock.now)
        var usage = rusage()
        unsafe getrusage(RUSAGE_CHILDREN.rawValue, &usage)
        memory = usage.ru_maxrss * 1024
    }

    private static func wait(_ program: URL, _ words: [String]) throws {
        let process = Process()
        process.executableURL = program
        process.arguments = words
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw BenchmarkTrouble(
                "assay \(words.joined(separator: " ")) ended with status \(process.terminationStatus)"
            )
        }
    }

    var text: String {
        """
        assay --version: median \(Table.figure(starts.quantile(0.5), "ms")), slowest \(Table.figure(starts.quantile(1), "ms"))
        a run on the simulated lightbulb: \(Table.decimals(run.inSeconds, 1)) s, \(memory / 1_000_000) MB of memory
        """
    }

    var figures: JSON {
        [
            "start": starts.figures, "run-s": .rounded(run.inSeconds), "memory-bytes": JSON(memory),
        ]
    }
}
