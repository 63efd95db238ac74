import Foundation
import Runner

/// The version that `assay --version` prints, with the commit of an installed program.
enum ProgramVersion {
    /// `assay 0.2.0 (commit 1a2b3c4)`; without the commit if it is not known.
    static var text: String {
        let program = URL(fileURLWithPath: Bundle.main.executablePath ?? CommandLine.arguments.first ?? "assay")
            .resolvingSymlinksInPath()
        // `.dev/install` writes this file beside the suites.
        let file = program.deletingLastPathComponent().deletingLastPathComponent().appending(path: "share/assay/commit")
        let commit = (try? String(contentsOf: file, encoding: .utf8))?.trimmingCharacters(in: .whitespacesAndNewlines)
        guard let commit, !commit.isEmpty else { return AssayVersion.text }
        return "\(AssayVersion.text) (commit \(commit))"
    }
}
