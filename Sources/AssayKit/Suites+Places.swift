import Foundation
package import MarkedYAML
import SuiteLanguage

extension Suites {
    /// The place of a line of the suites, as the user opens it from the current folder: `Suites/write/minimum.yaml:7:3`.
    package func place(_ mark: SourceMark) -> String { "\(Self.shown(folder))/\(mark)" }

    /// The problems in the suites, with the paths of the files from the current folder, also within the messages.
    static func text(_ problems: SuiteProblems, in folder: String) -> String {
        problems.description.replacing(#/[^\s:`]+\.(yaml|json)(?=:\d+:\d+)/#) { "\(shown(folder))/\($0.0)" }
    }

    /// The path of a folder, relative to the current folder if it lies below it.
    static func shown(_ folder: String) -> String {
        let current = FileManager.default.currentDirectoryPath
        let path = folder.hasSuffix("/") && folder.count > 1 ? String(folder.dropLast()) : folder
        return path.hasPrefix("\(current)/") ? String(path.dropFirst(current.count + 1)) : path
    }
}
