import Processes

/// A running `assay relay`.
struct RunningRelay: Sendable {
    static let token = "a-token-of-the-tests-0123456789"

    let child: ChildProcess
    /// `127.0.0.1:40125`
    let place: String
    let fingerprint: String

    /// The options with which a command uses it.
    var options: [String] { ["--via", "relay://\(place)", "--relay-fingerprint", fingerprint] }
}

extension AssayProgram {
    /// Starts a relay.
    ///
    /// - Parameter options: the options besides the place where it listens.
    func startRelay(
        _ options: [String] = ["--allow", "127.0.0.1"],
        at host: String = "127.0.0.1"
    ) async throws -> RunningRelay {
        var program = self
        program.environment["ASSAY_RELAY_TOKEN"] = RunningRelay.token
        let child = try program.start(["relay", "--host", host, "--port", "0"] + options)
        let greeting = try await child.line()
        guard let match = greeting.firstMatch(of: /listens on (\S+), fingerprint (sha256:[0-9a-f]{64})$/) else {
            throw UnexpectedGreeting(greeting)
        }
        return RunningRelay(child: child, place: String(match.1), fingerprint: String(match.2))
    }

    /// Runs a relay while `body` runs. The program then knows its token.
    ///
    /// - Parameter launcher: starts the relay in another network than the program.
    func relaying<Value>(
        _ options: [String] = ["--allow", "127.0.0.1"],
        at host: String = "127.0.0.1",
        from launcher: [String]? = nil,
        _ body: (AssayProgram, RunningRelay) async throws -> Value
    ) async throws -> Value {
        var bench = self
        if let launcher { bench.launcher = launcher }
        let relay = try await bench.startRelay(options, at: host)
        var tester = self
        tester.environment["ASSAY_RELAY_TOKEN"] = RunningRelay.token
        do {
            let value = try await body(tester, relay)
            relay.child.send(signal: 15)
            _ = try await relay.child.end(within: .seconds(10))
            return value
        } catch {
            relay.child.send(signal: 9)
            throw error
        }
    }
}

/// The first line of `assay relay` is not the expected one.
private struct UnexpectedGreeting: Error {
    let line: String

    init(_ line: String) { self.line = line }
}
