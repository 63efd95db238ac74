/// Jenkins' JUnit plugin: suites may be nested, and suites with the same name and id are merged. An error takes
/// precedence over a failure, and `skipped` over both. Totals are not read.
struct JenkinsJUnit: JUnitReader {
    func cases(in files: [ReportedFile]) throws -> [ReadCase] {
        try files.flatMap { file in
            // An empty file is shown as a failed case of its own.
            if file.bytes.isEmpty { return [ReadCase(className: file.name, name: "[empty]", verdict: .failed)] }
            guard XMLElement(file.bytes) != nil else {
                return [ReadCase(className: file.name, name: "[failed-to-read]", verdict: .failed)]
            }
            return try file.suites().flatMap(\.nested).flatMap { suite in
                suite.all("testcase").map { Self.read($0, in: suite) }
            }
        }
    }

    private static func read(_ element: XMLElement, in suite: XMLElement) -> ReadCase {
        ReadCase(
            className: element.filled("classname") ?? suite.attributes["name"] ?? "",
            name: element.attributes["name"] ?? "",
            verdict: element.has("skipped")
                ? .skipped : element.has("error") ? .errored : element.has("failure") ? .failed : .passed
        )
    }
}

/// Jenkins' xUnit plugin: validates each file against its schema and skips it if it is invalid; the rest is as in the
/// JUnit plugin.
struct JenkinsXUnit: JUnitReader {
    func cases(in files: [ReportedFile]) throws -> [ReadCase] {
        guard let schema = XMLSchema(fixture: "junit-10.xsd") else { throw ReaderFailure(reason: "no schema") }
        return try JenkinsJUnit().cases(in: files.filter { schema.problems($0.bytes).isEmpty })
    }
}
