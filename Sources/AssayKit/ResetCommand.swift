import Foundation
import HAPModel
import Runner
import Subprocess
import SystemPackage

/// Resets the accessory by a command of the user: `--reset-command`.
struct ResetCommand: Stimulus {
    let command: String
    /// The accessory's address; the command gets it as `ASSAY_ADDRESS`.
    let address: String
    /// How long the command may take; after that it is ended.
    var limit = Duration.seconds(60)

    var kinds: Set<String> { ["factory-reset"] }

    func press(_ event: Int64, of characteristic: CharacteristicID?) async throws {
        throw ResetCommandError("a reset command cannot press a button")
    }

    func change(_ characteristic: CharacteristicID, to value: JSON) async throws {
        throw ResetCommandError("a reset command cannot change a value")
    }

    /// Runs the command with `/bin/sh`.
    ///
    /// - Returns: the last part of what it printed.
    /// - Throws: ``ResetCommandError`` if it cannot be started, takes too long, or ends with another status than 0.
    func factoryReset() async throws -> String {
        // A file, because the command may leave a process running that keeps a pipe open: the accessory itself.
        let folder = FileManager.default.temporaryDirectory
        let path = folder.appending(path: "assay-reset-\(UUID().uuidString).txt").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let file = try FileDescriptor.open(
            FilePath(path),
            .writeOnly,
            options: [.create, .exclusiveCreate],
            permissions: .ownerReadWrite
        )
        let status = try await status(writingTo: file)
        let output = Self.end(of: path)
        guard let status else {
            throw ResetCommandError("the reset command did not end within \(limit.components.seconds) s", output)
        }
        guard status.isSuccess else {
            throw ResetCommandError("the reset command failed (\(status))", output)
        }
        return output
    }

    /// Runs the command.
    ///
    /// - Returns: `nil` if it took too long.
    private func status(writingTo file: FileDescriptor) async throws -> TerminationStatus? {
        var options = PlatformOptions()
        // A time-out also ends what the command has started.
        options.processGroupID = 0
        options.teardownSequence = [.gracefulShutDown(toProcessGroup: true, allowedDurationToNextStep: .seconds(1))]
        // The command needs no secrets of the tester.
        let environment = Environment.inherit.updating([
            "ASSAY_ADDRESS": address, "ASSAY_SETUP_CODE": nil, "ASSAY_SETUP_PAYLOAD": nil,
        ])
        return try await withThrowingTaskGroup(of: TerminationStatus?.self) { [command, limit, options] group in
            group.addTask {
                try await Subprocess.run(
                    .path("/bin/sh"),
                    arguments: ["-c", command],
                    environment: environment,
                    platformOptions: options,
                    output: .fileDescriptor(file, closeAfterSpawningProcess: true),
                    error: .combinedWithOutput
                ).terminationStatus
            }
            group.addTask {
                try await Task.sleep(for: limit)
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }

    /// The last 4 KiB of a file.
    private static func end(of path: String) -> String {
        let data = FileManager.default.contents(atPath: path) ?? Data()
        return String(decoding: data.suffix(4096), as: UTF8.self)
    }
}

/// The accessory could not be reset by the command.
struct ResetCommandError: Error, CustomStringConvertible {
    let description: String

    init(_ reason: String, _ output: String = "") {
        description = output.isEmpty ? reason : "\(reason); it printed: \(output)"
    }
}
