import Dispatch
import Foundation
import HAPModel

/// Another process that exchanges lines with this one. Each reader of its output waits up to a deadline.
final class ChildProcess {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let ended = DispatchSemaphore(value: 0)
    private var pending: [UInt8] = []
    private var calls: Int64 = 0

    init(_ executable: URL, _ arguments: [String], environment: [String: String] = [:]) throws {
        process.executableURL = executable
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = input
        process.standardOutput = output
        process.terminationHandler = { [ended] _ in ended.signal() }
        try process.run()
    }

    /// A Python peer; `conversation.py` defines the conversation.
    static func peer(_ script: String, _ arguments: [String] = [], setupCode: SetupCode) throws -> (
        process: ChildProcess, ready: JSON
    ) {
        guard FileManager.default.isExecutableFile(atPath: Installation.python.path) else {
            throw BenchmarkTrouble("there is no \(Installation.python.path): run .dev/bench, which sets it up")
        }
        let child = try ChildProcess(
            Installation.python,
            [Installation.peers.appending(path: script).path] + arguments,
            environment: setupCode.withText { ["ASSAY_PEER_SETUP_CODE": $0, "PYTHONDONTWRITEBYTECODE": "1"] }
        )
        return (child, try JSON.parse(Array(child.line(within: .seconds(60)).utf8)))
    }

    /// Makes a peer execute a command, and returns its answer.
    func ask(_ command: String, _ arguments: JSON = [:], within limit: Duration = .seconds(300)) throws -> JSON {
        calls += 1
        var message = arguments.objectValue ?? JSONObject([:])
        message["call"] = JSON(calls)
        message["do"] = .string(command)
        try input.fileHandleForWriting.write(contentsOf: Data((JSON.object(message).serialized() + "\n").utf8))
        let answer = try JSON.parse(Array(line(within: limit).utf8))
        guard answer["ok"]?.boolValue == true else {
            throw BenchmarkTrouble("\(command): \(answer["message"]?.stringValue ?? answer.serialized())")
        }
        return answer
    }

    /// The next line that it prints.
    func line(within limit: Duration) throws -> String {
        let deadline = ContinuousClock.now.advanced(by: limit)
        while true {
            if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                defer { pending.removeFirst(end + 1) }
                return String(decoding: pending[..<end], as: UTF8.self)
            }
            let left = (deadline - .now).components.seconds
            var wait = pollfd(fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
            guard left >= 0, unsafe poll(&wait, 1, Int32(clamping: (left + 1) * 1000)) > 0 else {
                throw BenchmarkTrouble("\(name) said nothing for \(limit)")
            }
            let bytes = output.fileHandleForReading.availableData
            guard !bytes.isEmpty else { throw BenchmarkTrouble("\(name) has ended") }
            pending += bytes
        }
    }

    /// The processor time of all its threads, in milliseconds; `nil` if the system does not say.
    var processorTime: Double? {
        let tasks = "/proc/\(process.processIdentifier)/task"
        guard let threads = try? FileManager.default.contentsOfDirectory(atPath: tasks) else { return nil }
        let times = threads.compactMap { thread -> Double? in
            // The first number: nanoseconds on a processor.
            (try? String(contentsOfFile: "\(tasks)/\(thread)/schedstat", encoding: .utf8))?
                .split(separator: " ").first.flatMap { Double($0) }
        }
        return times.isEmpty ? nil : times.reduce(0, +) / 1_000_000
    }

    /// Ends it by closing its input and by a signal, and kills it if that has no effect.
    func end() {
        try? input.fileHandleForWriting.close()
        process.terminate()
        if ended.wait(timeout: .now() + .seconds(5)) == .timedOut { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }

    private var name: String { process.executableURL?.lastPathComponent ?? "a process" }
}
