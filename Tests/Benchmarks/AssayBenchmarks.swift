import Foundation
import HAPAccessory
import HAPModel
import Measurement

/// Measures Assay's controller beside aiohomekit, on the same accessories in the same run, or the self-test beside that of
/// another commit; `.dev/bench` calls it.
///
/// The machine and its other work change every figure, but equally for both sides: compare the ratios.
@main struct AssayBenchmarks {
    static func main() async {
        do {
            try await run(CommandLine.arguments.dropFirst())
        } catch {
            FileHandle.standardError.write(Data("benchmarks: \(error)\n".utf8))
            exit(1)
        }
    }

    @concurrent private static func run(_ arguments: ArraySlice<String>) async throws {
        if arguments.count == 1, let floor = arguments.first.flatMap(EchoFloor.init) { return try await floor.serve() }
        if Array(arguments) == [PrecomputedResponses.word] { return try await PrecomputedResponses.serve() }
        if arguments.first == "echoes" {
            let extent = try Extent(arguments.dropFirst())
            var echoes = EchoTurns()
            for _ in 0..<extent.turns { try await echoes.add(extent.reads) }
            return print(echoes.text)
        }
        if let other = try OtherCommit(arguments) {
            let turns = try SelfTestTurns(against: other.name, program: other.program, turns: other.turns)
            return print("\n\(turns.text)")
        }
        let extent = try Extent(arguments)
        if extent.isThreadAlone { return print("\n\(Table.text(try await overThread(extent)))") }
        // First: its memory is the largest of all processes that have ended, so no other may have ended before.
        let program = try ProgramFigures(extent)
        var comparisons: [Comparison] = []
        var echoes = EchoTurns()
        for compare in [onSimulator, onHAPPython, overThread] {
            try await echoes.add(extent.reads)
            comparisons.append(try await compare(extent))
        }
        try await echoes.add(extent.reads)
        let virtual = try VirtualRuns(extent.benches, definition: Installation.lightbulb())

        for comparison in comparisons { print("\n\(Table.text(comparison))") }
        print("\n\(echoes.text)")
        // An echo over TCP limits nothing that goes over UDP.
        for comparison in comparisons.dropLast() { print(echoes.text(comparison) ?? "") }
        print("\n\(program.text)")
        print(
            """

            \(virtual.benches) benches of virtual time, \(Table.decimals(virtual.virtualTime.inSeconds / 3600, 0)) hours \
            in all: \(Table.decimals(virtual.realTime.inSeconds, 2)) s
            """
        )
        try write(comparisons, echoes, program, virtual)
    }

    private static func onSimulator(_ extent: Extent) async throws -> Comparison {
        let definition = try Installation.lightbulb()
        let child = try ChildProcess(try Installation.program("assay"), ["simulate", definition.name, "--port", "0"])
        defer { child.end() }
        let line = try child.line(within: .seconds(20))
        guard let found = line.firstMatch(of: /listens on 127\.0\.0\.1:([0-9]+)/), let port = Int(found.1) else {
            throw BenchmarkTrouble("the simulator does not say where it listens: \(line)")
        }
        return try await Comparison(
            "the simulated lightbulb",
            at: .ip(port: port),
            of: child,
            setupCode: definition.setupCode,
            extent
        )
    }

    private static func overThread(_ extent: Extent) async throws -> Comparison {
        let definition = try Installation.lightbulb()
        let words = ["simulate", definition.name, "--host", "::1", "--port", "0", "--thread-port", "0"]
        let child = try ChildProcess(try Installation.program("assay"), words)
        defer { child.end() }
        _ = try child.line(within: .seconds(20))
        let line = try child.line(within: .seconds(20))
        let place = #/over Thread on coap://\[::1\]:([0-9]+)/#
        guard let found = line.firstMatch(of: place), let port = Int(found.1) else {
            throw BenchmarkTrouble("the simulator does not say where it listens over Thread: \(line)")
        }
        return try await Comparison(
            "the simulated lightbulb over Thread",
            at: .thread(port: port),
            of: child,
            setupCode: definition.setupCode,
            extent
        )
    }

    private static func onHAPPython(_ extent: Extent) async throws -> Comparison {
        guard let setupCode = SetupCode("031-45-154") else { throw BenchmarkTrouble("invalid setup code") }
        let (child, ready) = try ChildProcess.peer("happy_accessory.py", ["--kind", "light"], setupCode: setupCode)
        defer { child.end() }
        guard let port = ready["port"]?.int64Value else { throw BenchmarkTrouble("HAP-python has no port") }
        return try await Comparison("HAP-python", at: .ip(port: Int(port)), of: child, setupCode: setupCode, extent)
    }

    private static func write(
        _ comparisons: [Comparison],
        _ echoes: EchoTurns,
        _ program: ProgramFigures,
        _ virtual: VirtualRuns
    ) throws {
        let report: JSON = [
            "made": .string(ISO8601DateFormatter().string(from: Date())),
            "processors": JSON(ProcessInfo.processInfo.activeProcessorCount),
            "accessories": .array(comparisons.map(\.figures)),
            "echoes": echoes.figures,
            "program": program.figures,
            "virtual": virtual.figures,
        ]
        let folder = Installation.report.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data((report.pretty() + "\n").utf8).write(to: Installation.report, options: .atomic)
        print("\nAll figures: \(Installation.report.path)")
    }
}
