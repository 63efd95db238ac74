import Foundation
import MarkedYAML

/// The location of `Suites/`: beside the sources in a checkout, or beside an installed program.
package struct SuitesFolder: Sendable {
    package let path: String

    package init(path: String) {
        self.path = path
    }

    /// Tries in this order: `ASSAY_SUITES`, `../share/assay/Suites` beside the program, the checkout of the program,
    /// the current folder.
    ///
    /// - Throws: ``SuitesNotFound`` with the places that were tried.
    package static func find(
        program: String,
        environment: [String: String],
        current: String
    ) throws(SuitesNotFound) -> SuitesFolder {
        var places: [String] = []
        let named = environment["ASSAY_SUITES"].flatMap { $0.isEmpty ? nil : $0 }
        if let named {
            places.append(named)
        } else {
            let folder = URL(fileURLWithPath: program).resolvingSymlinksInPath().deletingLastPathComponent()
            places.append(folder.deletingLastPathComponent().appending(path: "share/assay/Suites").path)
            var up = folder
            while up.path != "/" {
                places.append(up.appending(path: "Suites").path)
                up = up.deletingLastPathComponent()
            }
            places.append(URL(fileURLWithPath: current).appending(path: "Suites").path)
        }
        for place in places where FileManager.default.fileExists(atPath: place + "/requirements") {
            return SuitesFolder(path: place)
        }
        throw SuitesNotFound(places: places, isNamed: named != nil)
    }

    /// Reads every file in the folder; paths are relative to it, in alphabetical order.
    package func read() throws -> [SuiteFile] {
        // Without resolving links, a linked folder would appear empty.
        let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let names = try FileManager.default.subpathsOfDirectory(atPath: path)
            .filter { name in [".yaml", ".json", ".yml"].contains(where: name.hasSuffix) }.sorted()
        var files: [SuiteFile] = []
        var problems: [YAMLProblem] = []
        for name in names {
            let start = SourceMark(file: name, line: 1, column: 1)
            if name.hasSuffix(".yml") {
                problems.append(YAMLProblem(start, "the names of suite files end in .yaml; rename it"))
                continue
            }
            guard let data = FileManager.default.contents(atPath: "\(path)/\(name)") else {
                problems.append(YAMLProblem(start, "this cannot be read; it must be a file that you may read"))
                continue
            }
            do throws(YAMLProblem) {
                files.append(SuiteFile(path: name, text: try YAMLText.decode([UInt8](data), file: name)))
            } catch {
                problems.append(error)
            }
        }
        if !problems.isEmpty { throw SuiteProblems(problems) }
        return files
    }
}

/// No `Suites/` folder was found.
package struct SuitesNotFound: Error, CustomStringConvertible {
    let places: [String]
    /// Whether ASSAY_SUITES names the place.
    let isNamed: Bool

    package var description: String {
        isNamed
            ? "ASSAY_SUITES names \(places.joined()), which is not a folder of suites; correct it or unset it"
            : "no Suites folder was found in \(places.joined(separator: ", ")); set ASSAY_SUITES to the folder"
    }
}
