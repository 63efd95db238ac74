package import HAPModel
package import MarkedYAML

extension Catalogue {
    /// Reads the catalogue's files.
    package init(_ files: [SuiteFile]) throws(YAMLProblem) {
        func json(_ name: String) throws(YAMLProblem) -> JSON {
            let path = "catalogue/\(name).json"
            let start = SourceMark(file: path, line: 1, column: 1)
            guard let file = files.first(where: { $0.path == path }) else {
                throw YAMLProblem(start, "the file is missing")
            }
            do {
                return try JSON.parse(Array(file.text.utf8))
            } catch {
                throw YAMLProblem(start, "\(error)")
            }
        }
        let (services, characteristics, categories) = (
            try json("services"), try json("characteristics"), try json("categories")
        )
        do {
            self = try Catalogue(services: services, characteristics: characteristics, categories: categories)
        } catch {
            throw YAMLProblem(SourceMark(file: "catalogue", line: 1, column: 1), "\(error)")
        }
    }
}
