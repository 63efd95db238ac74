import Foundation
import HAPModel
import Processes
import Synchronization

/// The child process of a ``Peer``. Commands and responses are JSON, one on each line.
final class PeerProcess: Sendable {
    private let child: ChildProcess
    private let nextCall = Mutex<Int64>(1)

    init(executable: URL, arguments: [String], environment: [String: String]) throws {
        child = try ChildProcess(
            executable.path,
            arguments,
            environment: ProcessInfo.processInfo.environment
                .merging(environment) { $1 }
                .merging(["PYTHONDONTWRITEBYTECODE": "1", "PYTHONUNBUFFERED": "1"]) { $1 },
            folder: FileManager.default.temporaryDirectory.path
        )
    }

    /// Waits for the line that says that the peer is ready.
    func ready(within patience: Duration) async throws -> JSON {
        try await message(for: "a ready line", within: patience) { $0["ready"] != nil }
    }

    /// Sends a command and waits for its answer.
    func ask(_ command: String, _ arguments: JSON, within patience: Duration) async throws -> JSON {
        let call = nextCall.withLock { next in
            defer { next += 1 }
            return next
        }
        var message = arguments.objectValue ?? JSONObject([:])
        message["call"] = JSON(call)
        message["do"] = .string(command)
        try child.say(JSON.object(message).serialized())
        return try await self.message(for: "an answer to `\(command)`", within: patience) {
            $0["call"]?.int64Value == call
        }
    }

    /// Ends the process.
    func end() async { await child.dismiss() }

    /// The first matching message; messages may arrive in another order than they were requested.
    private func message(
        for what: String,
        within patience: Duration,
        _ fits: @escaping @Sendable (JSON) -> Bool
    ) async throws -> JSON {
        try await child.wait(for: what, within: patience) { heard in
            for line in heard.output.split(separator: UInt8(ascii: "\n")) {
                if let message = try? JSON.parse(Array(line)), fits(message) { return message }
            }
            return nil
        }
    }
}
