import Foundation
package import Profiles
import Subprocess
import SystemPackage

extension SecretSource {
    /// The secret, read from where it is kept: its first line, without blanks around it.
    ///
    /// - Parameters:
    ///   - what: the name of the secret, for messages.
    ///   - profile: its folder has the files and runs the commands.
    /// - Throws: ``SetupError`` if it is not there. No message holds what was read.
    package func text(_ what: String, of profile: AccessoryProfile) async throws(SetupError) -> String {
        let place: String
        let text: String?
        switch self {
        case .file(let path):
            let path = profile.path(path)
            place = "the file \(path)"
            text = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
        case .environment(let name):
            place = "the variable \(name)"
            text = ProcessInfo.processInfo.environment[name]
        case .command(let command):
            place = "the command `\(command)`"
            let result = try? await Subprocess.run(
                .path("/bin/sh"),
                arguments: ["-c", command],
                workingDirectory: FilePath(profile.folder),
                output: .string(limit: 65536),
                error: .discarded
            )
            text = result.flatMap { $0.terminationStatus.isSuccess ? $0.standardOutput : nil }
        }
        let line = text?.split(whereSeparator: \.isNewline).first?.trimmingCharacters(in: .whitespaces)
        guard let line, !line.isEmpty else {
            throw SetupError(
                .unusable,
                "\(profile.file) names \(place) for the \(what), but the first line of its text is empty or missing"
            )
        }
        return line
    }
}
