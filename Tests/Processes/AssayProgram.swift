package import Foundation
import Measurement

/// The built `assay`, run as its users run it: in an environment of its own and within a stated time.
package struct AssayProgram: Sendable {
    /// What a command said, and how it ended.
    package struct Finished: Sendable {
        package var status: Int32
        package var output: String
        package var errors: String
        package var took: Duration

        /// All that somebody at a terminal would see.
        package var everything: String { output + errors }
    }

    /// The checkout.
    package static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The program: what `ASSAY_PROGRAM` names, as `.dev/test` does with the release build, which loads the suites ten
    /// times as fast; else that which lies beside the tests and was built with them.
    package static let executable =
        ProcessInfo.processInfo.environment["ASSAY_PROGRAM"].map { URL(filePath: $0) }
        ?? URL(filePath: CommandLine.arguments.first ?? "").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "assay")

    /// Its current folder; reports and state go below it.
    package var workspace: Workspace
    /// What its environment holds beside the little that it always does.
    package var environment: [String: String] = [:]
    /// The suites that it finds.
    package var suites = AssayProgram.root.appending(path: "Suites").path

    package init(in workspace: Workspace) {
        self.workspace = workspace
    }

    /// Starts the command.
    ///
    /// - Parameter script: what a shell does with the command, which is `"$@"` there.
    package func start(
        _ arguments: [String],
        through script: String? = nil,
        onTerminal: Bool = false
    ) throws -> ChildProcess {
        let own = [
            "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": workspace.folder.path, "LANG": "C.UTF-8",
            "ASSAY_SUITES": suites, "SWIFT_BACKTRACE": "enable=no",
        ]
        return try ChildProcess(
            script == nil ? Self.executable.path : "/bin/sh",
            script.map { ["-c", $0, "sh", Self.executable.path] + arguments } ?? arguments,
            environment: own.merging(environment) { $1 },
            folder: workspace.folder.path,
            onTerminal: onTerminal
        )
    }

    /// Runs the command to its end.
    ///
    /// - Throws: ``ChildFailure`` if it takes longer than the bound, or a signal ends it.
    package func run(_ arguments: String..., within bound: Duration = .seconds(60)) async throws -> Finished {
        try await run(arguments, within: bound)
    }

    /// Runs the command to its end.
    package func run(_ arguments: [String], within bound: Duration = .seconds(60)) async throws -> Finished {
        let begun = MonotonicClock.system.now
        let child = try start(arguments)
        child.closeInput()
        let heard = try await child.end(within: bound)
        let took = begun.duration(to: MonotonicClock.system.now)
        guard let ending = heard.ending, !ending.isSignal else {
            throw ChildFailure("assay \(arguments.joined(separator: " "))", "was ended by a signal", heard)
        }
        return Finished(status: ending.status, output: heard.outputText, errors: heard.errorText, took: took)
    }

    /// Serves a simulated accessory while `body` runs.
    ///
    /// - Parameter options: what follows its name: `--defect`, `--state`.
    package func simulating<Value>(
        _ name: String,
        _ options: [String] = [],
        _ body: (SimulatedAccessory) async throws -> Value
    ) async throws -> Value {
        let child = try start(["simulate", name, "--port", "0"] + options)
        do {
            let accessory = try await SimulatedAccessory(child, greeting: child.line())
            let value = try await body(accessory)
            // The end of its input does not end it: nobody may be there to type.
            try? child.say("quit")
            await child.dismiss()
            return value
        } catch {
            try? child.say("quit")
            await child.dismiss()
            throw error
        }
    }
}

/// An `assay simulate` that runs, and takes orders.
package struct SimulatedAccessory: Sendable {
    private let child: ChildProcess
    /// `127.0.0.1:40123`
    package let address: String
    package let setupCode: String

    init(_ child: ChildProcess, greeting: String) throws {
        self.child = child
        guard let match = greeting.firstMatch(of: /listens at (\S+), setup code (\S+)$/) else {
            throw UnexpectedGreeting(line: greeting)
        }
        address = String(match.1)
        setupCode = String(match.2)
    }

    package var pid: Int32 { child.pid }

    /// Sends it a signal.
    package func send(signal number: Int32) { child.send(signal: number) }

    /// Waits for its end.
    package func end(within patience: Duration) async throws -> ChildProcess.Ending? {
        try await child.end(within: patience).ending
    }

    /// Gives an order whose answer is one line.
    package func order(_ words: String) async throws -> String {
        try child.say(words)
        return try await child.line()
    }

    /// Every value that `show` prints: `1.9` and what it is.
    package func values() async throws -> [String: String] {
        try child.say("show")
        try child.say("done?")
        var values: [String: String] = [:]
        while true {
            let line = try await child.line()
            if line.hasPrefix("`done?` is not known") { return values }
            guard let match = line.firstMatch(of: /^(\d+\.\d+) .*?: (.*)$/) else { continue }
            values[String(match.1)] = String(match.2)
        }
    }
}

/// The first line of `assay simulate` says something else.
package struct UnexpectedGreeting: Error {
    package let line: String
}
