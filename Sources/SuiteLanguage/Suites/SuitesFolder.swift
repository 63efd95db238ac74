import Foundation

/// Where `Suites/` lies: beside the sources in a checkout, or beside an installed program.
package struct SuitesFolder: Sendable {
    package let path: String

    package init(path: String) {
        self.path = path
    }

    /// Looks in the order: `ASSAY_SUITES`, `../share/assay/Suites` beside the program, a checkout that the program was
    /// built in, the current folder.
    ///
    /// - Throws: ``SuitesNotFound`` naming the places.
    package static func find(
        program: String,
        environment: [String: String],
        current: String
    ) throws(SuitesNotFound) -> SuitesFolder {
        var places: [String] = []
        if let named = environment["ASSAY_SUITES"], !named.isEmpty {
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
        throw SuitesNotFound(places: places)
    }

    /// Reads every text below the folder; paths are relative to it, in alphabetical order.
    package func read() throws -> [SuiteFile] {
        // Through a link the folder would look empty.
        let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let names = try FileManager.default.subpathsOfDirectory(atPath: path)
            .filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".json") }.sorted()
        return try names.map { name in
            SuiteFile(path: name, text: try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8))
        }
    }
}

/// No `Suites/` folder was found.
package struct SuitesNotFound: Error, CustomStringConvertible {
    let places: [String]

    package var description: String {
        "no Suites folder was found; set ASSAY_SUITES to it. Looked at \(places.joined(separator: ", "))"
    }
}
