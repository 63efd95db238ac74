import Foundation
import HAPModel
import Profiles
import RunRecord
import Subprocess
import SystemPackage

/// Adds the lines of the accessory's serial console to the journal, each at the time of its arrival.
struct SerialConsole: Sendable {
    private let command: String
    /// The file that is followed; `nil` for a command.
    private let file: String?
    private let folder: String

    init(_ source: SerialSource, of profile: AccessoryProfile) {
        folder = profile.folder
        switch source {
        case .command(let command): (self.command, file) = (command, nil)
        // A file grows; a device gives only what arrives from now on.
        case .file(let path):
            file = profile.path(path)
            let word = "'\(path.replacing("'", with: "'\\''"))'"
            command = "[ -c \(word) ] && exec cat -- \(word); exec tail -n 0 -F -- \(word) 2>/dev/null"
        }
    }

    /// Follows the console until the task is cancelled.
    func follow(into journal: Journal) async {
        if let file, !FileManager.default.fileExists(atPath: file) {
            note("the serial log \(file) does not exist yet; its lines count from when it is made", journal)
        }
        let environment = Environment.inherit.updating(["ASSAY_SETUP_CODE": nil, "ASSAY_SETUP_PAYLOAD": nil])
        do {
            let result = try await Subprocess.run(
                .path("/bin/sh"),
                arguments: ["-c", command],
                environment: environment,
                workingDirectory: FilePath(folder),
                platformOptions: .group,
                input: .none,
                output: .sequence,
                error: .discarded
            ) { execution in
                for try await line in execution.standardOutput.strings() {
                    journal.record(.serial, ["line": .string(String(line.prefix(Self.longest)))])
                }
            }
            if !Task.isCancelled {
                note("the command of the serial log \(HookCommand.end(by: result.terminationStatus))", journal)
            }
        } catch {
            if !Task.isCancelled { note("the serial log cannot be read: \(error)", journal) }
        }
    }

    /// The number of characters of a line that are kept.
    private static let longest = 2000

    private func note(_ text: String, _ journal: Journal) { journal.record(.capability, ["note": .string(text)]) }
}
