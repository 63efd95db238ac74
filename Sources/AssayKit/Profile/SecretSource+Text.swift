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
        let absence: String
        let text: String?
        switch self {
        case .file(let path):
            let path = profile.path(path)
            absence = "it cannot be read"
            text = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
        case .environment(let name):
            absence = "it is not set"
            text = ProcessInfo.processInfo.environment[name]
        case .command(let command):
            let result = try? await Subprocess.run(
                .path("/bin/sh"),
                arguments: ["-c", command],
                workingDirectory: FilePath(profile.folder),
                output: .string(limit: 65536),
                error: .discarded
            )
            // What it wrote may hold a secret, so it is not shown.
            absence = "it \(result.map { HookCommand.end(by: $0.terminationStatus) } ?? "failed"); run it by hand"
            text = result.flatMap { $0.terminationStatus.isSuccess ? $0.standardOutput : nil }
        }
        let names = "\(profile.file) names \(place(of: profile)) for the \(what)"
        guard let text else { throw SetupError(.unusable, "\(names), but \(absence)") }
        let line = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).first?
            .trimmingCharacters(in: .whitespaces)
        guard let line, !line.isEmpty else {
            throw SetupError(.unusable, "\(names), but the first line of its text is empty")
        }
        return line
    }

    /// Where the secret is kept, in words: `the variable MYCODE`.
    package func place(of profile: AccessoryProfile) -> String {
        switch self {
        case .file(let path): "the file \(profile.path(path))"
        case .environment(let name): "the variable \(name)"
        case .command(let command): "the command `\(command)`"
        }
    }
}
