import Foundation
import Runner
import Subprocess
import SystemPackage

/// A command of the user that acts on the accessory: a hook of its profile, or `--reset-command`.
struct HookCommand: Sendable, Hashable {
    /// What it does, for messages: `reset`, `power-cycle`, `stimulate`, `flash`.
    let name: String
    /// The words for `/bin/sh`.
    let command: String
    /// The accessory's address; the command gets it as `ASSAY_ADDRESS`.
    let address: String
    /// Its current folder: that of the profile; `nil` for the current one.
    var folder: String?
    /// How long the command may take; after that it is ended. A reset takes a minute on real hardware.
    var limit = Duration.seconds(180)

    /// Runs the command with `/bin/sh`.
    ///
    /// - Parameter variables: what it gets besides its environment.
    /// - Returns: the last part of what it printed.
    /// - Throws: ``HookError`` if it cannot be started, takes too long, or ends with another status than 0.
    func run(_ variables: [String: String] = [:]) async throws -> String {
        // A file, because the command may leave a process running that keeps a pipe open: the accessory itself.
        let place = FileManager.default.temporaryDirectory
        let path = place.appending(path: "assay-hook-\(UUID().uuidString).txt").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let file = try FileDescriptor.open(
            FilePath(path),
            .writeOnly,
            options: [.create, .exclusiveCreate],
            permissions: .ownerReadWrite
        )
        let status = try await status(writingTo: file, variables)
        let output = Self.end(of: path)
        guard let status else {
            throw HookError("the \(name) command did not end within \(limit.components.seconds) s", output)
        }
        guard status != .exited(Self.impossible) else {
            throw HookError("the \(name) command cannot do this", output, isImpossible: true)
        }
        guard status.isSuccess else { throw HookError("the \(name) command \(Self.end(by: status))", output) }
        return output
    }

    /// The exit status of a command that cannot do what it is asked for: `EX_UNAVAILABLE` of sysexits.h.
    private static let impossible: Int32 = 69

    /// How the command ended: `failed with status 7`.
    static func end(by status: TerminationStatus) -> String {
        switch status {
        case .exited(0): "ended"
        case .exited(let code): "failed with status \(code)"
        case .signaled(let signal): "was ended by signal \(signal)"
        }
    }

    /// Runs the command.
    ///
    /// - Returns: `nil` if it took too long.
    private func status(
        writingTo file: FileDescriptor,
        _ variables: [String: String]
    ) async throws -> TerminationStatus? {
        // The command needs no secrets of the tester.
        var settings: [Environment.Key: String?] = [
            "ASSAY_ADDRESS": address, "ASSAY_HOOK": name, "ASSAY_SETUP_CODE": nil, "ASSAY_SETUP_PAYLOAD": nil,
        ]
        for (name, value) in variables { settings[Environment.Key(stringLiteral: name)] = value }
        let environment = Environment.inherit.updating(settings)
        let folder = folder.map { FilePath($0) }
        return try await withThrowingTaskGroup(of: TerminationStatus?.self) {
            [command, limit, environment] group in
            group.addTask {
                try await Subprocess.run(
                    .path("/bin/sh"),
                    arguments: ["-c", command],
                    environment: environment,
                    workingDirectory: folder,
                    platformOptions: .group,
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

/// A command of the user did not do its work.
struct HookError: StimulusFailure, CustomStringConvertible {
    private let reason: String
    /// What the command printed; empty for nothing.
    private let output: String

    let isImpossible: Bool

    init(_ reason: String, _ output: String = "", isImpossible: Bool = false) {
        (self.reason, self.output, self.isImpossible) = (reason, output, isImpossible)
    }

    var summary: String {
        let lines = output.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
        guard let last = lines.last(where: { !$0.isEmpty }) else { return "\(reason), and printed nothing" }
        return "\(reason), and printed at last: \(last)"
    }

    var description: String {
        let printed = output.trimmingCharacters(in: .newlines)
        return printed.isEmpty ? reason : "\(reason); it printed: \(printed)"
    }
}
