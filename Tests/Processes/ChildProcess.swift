import Foundation
import Glibc
import Measurement
import Synchronization

/// A program that runs beside a test: all its output is read, and every wait has a deadline.
package final class ChildProcess: Sendable {
    /// How the process ended.
    package struct Ending: Sendable, Equatable {
        /// Its exit status, or the number of the signal that ended it.
        package var status: Int32
        package var isSignal: Bool

        package init(status: Int32, isSignal: Bool) {
            self.status = status
            self.isSignal = isSignal
        }
    }

    /// The output of the process so far.
    package struct Heard: Sendable {
        package var output: [UInt8] = []
        package var errors: [UInt8] = []
        /// Set after the process has ended and all its output is read.
        package var ending: Ending?
        private var taken = 0

        /// The next complete line of standard output that was not returned yet.
        package mutating func nextLine() -> String? {
            guard let end = output[taken...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            defer { taken = end + 1 }
            return String(decoding: output[taken..<end], as: UTF8.self)
        }

        package var outputText: String { String(decoding: output, as: UTF8.self) }
        package var errorText: String { String(decoding: errors, as: UTF8.self) }
    }

    private typealias Waiter = @Sendable (inout Heard) -> (@Sendable () -> Void)?

    private struct State {
        var heard = Heard()
        var isInputOpen = true
        var nextWaiter = 0
        /// Each checks the output, and is removed after it has found its text.
        var waiters: [Int: Waiter] = [:]
    }

    private let spawned: Spawned
    private let name: String
    private let state = Mutex(State())
    private let clock = MonotonicClock.system

    /// A write to a dead process is an error to be thrown, not a signal that ends the tests.
    private static let brokenPipesAreErrors: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

    /// Starts the program.
    ///
    /// - Parameters:
    ///   - environment: its whole environment.
    ///   - folder: its current folder.
    ///   - onTerminal: whether it runs at its own terminal; its output is then the terminal's.
    /// - Throws: ``SpawnFailure``
    package init(
        _ executable: String,
        _ arguments: [String],
        environment: [String: String],
        folder: String,
        onTerminal: Bool = false
    ) throws {
        Self.brokenPipesAreErrors
        name = ([executable.split(separator: "/").last.map(String.init) ?? executable] + arguments).joined(
            separator: " "
        )
        spawned = try Spawned(
            executable,
            arguments,
            environment: environment,
            folder: folder,
            onTerminal: onTerminal
        )
        Thread.detachNewThread { [self] in hear() }
    }

    package var pid: Int32 { spawned.pid }

    // MARK: Talking

    /// Writes a line to its standard input.
    package func say(_ line: String) throws {
        var bytes = Array((line + "\n").utf8)[...]
        while !bytes.isEmpty {
            let count = unsafe bytes.withUnsafeBytes { unsafe write(spawned.input, $0.baseAddress, $0.count) }
            guard count > 0 else { throw SpawnFailure(what: "`\(name)` cannot be written to", code: errno) }
            bytes = bytes.dropFirst(count)
        }
    }

    /// Ends its standard input; a terminal stays open.
    package func closeInput() {
        let wasOpen = state.withLock { state in
            defer { state.isInputOpen = false }
            return state.isInputOpen
        }
        if wasOpen, spawned.errors != nil { close(spawned.input) }
    }

    /// Sends it a signal, unless it has ended.
    package func send(signal number: Int32) {
        // The process id is not reused before its end was read.
        state.withLock { state in
            if state.heard.ending == nil { kill(spawned.pid, number) }
        }
    }

    // MARK: Waiting

    /// Waits until `find` finds its text in the output; that may be at once.
    ///
    /// - Throws: ``ChildFailure`` if the process ends or the deadline passes first.
    @discardableResult
    package func wait<Value: Sendable>(
        for what: String,
        within patience: Duration,
        _ find: @escaping @Sendable (inout Heard) -> Value?
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Value, any Error>) in
            let name = name
            let waiter: Waiter = { heard in
                if let value = find(&heard) { return { continuation.resume(returning: value) } }
                guard let ending = heard.ending else { return nil }
                let failure = ChildFailure(name, "ended with \(ending.status) before \(what)", heard)
                return { continuation.resume(throwing: failure) }
            }
            let (number, found) = state.withLock { state in
                defer { state.nextWaiter += 1 }
                let found = waiter(&state.heard)
                if found == nil { state.waiters[state.nextWaiter] = waiter }
                return (state.nextWaiter, found)
            }
            if let found { return found() }
            // It stays set when the waiter finds its text in time, and then has no effect.
            _ = clock.source.schedule(at: clock.deadline(in: patience)) { [weak self] in
                guard let self else { return }
                let failure: ChildFailure? = self.state.withLock { state in
                    guard state.waiters.removeValue(forKey: number) != nil else { return nil }
                    return ChildFailure(name, "has not shown \(what) for \(patience)", state.heard)
                }
                if let failure { continuation.resume(throwing: failure) }
            }
        }
    }

    /// The next line of standard output that was not returned yet.
    package func line(within patience: Duration = .seconds(60)) async throws -> String {
        try await wait(for: "a line", within: patience) { $0.nextLine() }
    }

    /// Waits for its end; kills it after the deadline.
    ///
    /// - Throws: ``ChildFailure`` if it had to be killed.
    @discardableResult
    package func end(within patience: Duration) async throws -> Heard {
        do {
            return try await wait(for: "an end", within: patience) { $0.ending == nil ? nil : $0 }
        } catch {
            send(signal: SIGKILL)
            _ = try? await wait(for: "an end", within: .seconds(5)) { $0.ending }
            throw error
        }
    }

    /// Ends it by closing its input, and kills it if that has no effect.
    package func dismiss() async {
        closeInput()
        _ = try? await end(within: .seconds(5))
    }

    // MARK: Hearing

    /// Reads all output of the process until it has ended; on a separate thread.
    private func hear() {
        var open = [spawned.output] + (spawned.errors.map { [$0] } ?? [])
        while !open.isEmpty {
            var polled = open.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard unsafe poll(&polled, nfds_t(polled.count), -1) > 0 else { continue }
            for ready in polled where ready.revents != 0 {
                let bytes = Self.read(ready.fd)
                if bytes.isEmpty { open.removeAll { $0 == ready.fd } }
                update { heard in
                    if ready.fd == spawned.output { heard.output += bytes } else { heard.errors += bytes }
                }
            }
        }
        var status: Int32 = 0
        while unsafe waitpid(spawned.pid, &status, 0) == -1, errno == EINTR {}
        let signal = status & 0x7f
        update { heard in
            heard.ending = Ending(status: signal == 0 ? (status >> 8) & 0xff : signal, isSignal: signal != 0)
        }
        closeInput()
        close(spawned.output)
        if let errors = spawned.errors { close(errors) }
    }

    /// The available bytes; empty at the end, which a terminal reports as an error.
    private static func read(_ descriptor: Int32) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = unsafe Glibc.read(descriptor, &bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            return Array(bytes.prefix(max(0, count)))
        }
    }

    private func update(_ change: (inout Heard) -> Void) {
        let found = state.withLock { state in
            change(&state.heard)
            var found: [@Sendable () -> Void] = []
            for (number, waiter) in state.waiters.sorted(by: { $0.key < $1.key }) {
                guard let resume = waiter(&state.heard) else { continue }
                state.waiters[number] = nil
                found.append(resume)
            }
            return found
        }
        for resume in found { resume() }
    }
}

/// A process that ended, or did not print the expected text in time.
package struct ChildFailure: Error, CustomStringConvertible {
    /// The command.
    package let command: String
    package let what: String
    /// The end of its standard error.
    package let complaints: String

    package init(_ command: String, _ what: String, _ heard: ChildProcess.Heard) {
        self.command = command
        self.what = what
        complaints = String(decoding: heard.errors.suffix(4096), as: UTF8.self)
    }

    package var description: String { "`\(command)` \(what)\n\(complaints)" }
}
