package import Foundation
import Measurement

/// The built `assay`, run like its users run it: in a private environment and with a time limit.
package struct AssayProgram: Sendable {
    /// The output of a command, and its exit.
    package struct Finished: Sendable {
        package var status: Int32
        package var output: String
        package var errors: String
        package var took: Duration

        /// The complete output, as a user at a terminal sees it.
        package var everything: String { output + errors }
    }

    /// The checkout.
    package static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The program: the path in `ASSAY_PROGRAM`, which `.dev/test` sets to the release build because it loads the suites
    /// ten times as fast; otherwise the program next to the tests, built with them.
    package static let executable =
        ProcessInfo.processInfo.environment["ASSAY_PROGRAM"].map { URL(filePath: $0) }
        ?? URL(filePath: CommandLine.arguments.first ?? "").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "assay")

    /// Its current folder; reports and state go below it.
    package var workspace: Workspace
    /// Additional variables of its environment.
    package var environment: [String: String] = [:]
    /// The words before its own: a program that starts it in another network.
    package var launcher: [String] = []
    /// The suites that it uses.
    package var suites = AssayProgram.root.appending(path: "Suites").path

    package init(in workspace: Workspace) {
        self.workspace = workspace
    }

    /// Starts the command.
    ///
    /// - Parameter script: the shell commands that run the command, which is `"$@"` there.
    package func start(
        _ arguments: [String],
        through script: String? = nil,
        onTerminal: Bool = false
    ) throws -> ChildProcess {
        let own = [
            "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": workspace.folder.path, "LANG": "C.UTF-8",
            "ASSAY_SUITES": suites, "SWIFT_BACKTRACE": "enable=no",
        ]
        let shell = script.map { ["/bin/sh", "-c", $0, "sh"] } ?? []
        let words = launcher + shell + [Self.executable.path] + arguments
        return try ChildProcess(
            words[0],
            Array(words.dropFirst()),
            environment: own.merging(environment) { $1 },
            folder: workspace.folder.path,
            onTerminal: onTerminal
        )
    }

    /// Runs the command until it exits.
    ///
    /// - Throws: ``ChildFailure`` if it exceeds the time limit, or a signal ends it.
    package func run(_ arguments: String..., within bound: Duration = .seconds(60)) async throws -> Finished {
        try await run(arguments, within: bound)
    }

    /// Runs the command until it exits.
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
    /// - Parameter options: the options after its name: `--defect`, `--state`.
    package func simulating<Value>(
        _ name: String,
        _ options: [String] = [],
        _ body: (SimulatedAccessory) async throws -> Value
    ) async throws -> Value {
        let child = try start(["simulate", name, "--port", "0"] + options)
        do {
            let greeting = try await child.line()
            let thread = options.contains("--thread-port") ? try await child.line() : nil
            let accessory = try SimulatedAccessory(child, greeting: greeting, thread: thread)
            let value = try await body(accessory)
            // The end of its input does not end it: it may run without a terminal.
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

/// A running `assay simulate` that accepts commands.
package struct SimulatedAccessory: Sendable {
    private let child: ChildProcess
    /// `127.0.0.1:40123`
    package let address: String
    package let setupCode: String
    /// `coap://[::1]:40124`; `nil` without `--thread-port`.
    package let thread: String?

    init(_ child: ChildProcess, greeting: String, thread: String?) throws {
        self.child = child
        guard let match = greeting.firstMatch(of: /listens on (\S+), setup code (\S+)$/) else {
            throw UnexpectedGreeting(line: greeting)
        }
        address = String(match.1)
        setupCode = String(match.2)
        self.thread = thread?.firstMatch(of: /listens over Thread on (\S+)$/).map { String($0.1) }
    }

    package var pid: Int32 { child.pid }

    /// Sends it a signal.
    package func send(signal number: Int32) { child.send(signal: number) }

    /// Waits for its end.
    package func end(within patience: Duration) async throws -> ChildProcess.Ending? {
        try await child.end(within: patience).ending
    }

    /// Sends a command whose answer is one line.
    package func order(_ words: String) async throws -> String {
        try child.say(words)
        return try await child.line()
    }

    /// Every value that `show` prints: `1.9` and its value.
    package func values() async throws -> [String: String] {
        try child.say("show")
        try child.say("done?")
        var values: [String: String] = [:]
        while true {
            let line = try await child.line()
            if line.hasPrefix("unknown command `done?`") { return values }
            guard let match = line.firstMatch(of: /^(\d+\.\d+) .*?: (.*)$/) else { continue }
            values[String(match.1)] = String(match.2)
        }
    }
}

/// The first line of `assay simulate` is not the expected one.
package struct UnexpectedGreeting: Error {
    package let line: String
}
