/// GitLab: reads only `.xml` files of 30 MB at most, with texts of 10 MB at most. Of several cases with the same suite,
/// class and name it keeps one. Failure takes precedence over error, and error over skipped.
struct GitLab: JUnitReader {
    func cases(in files: [ReportedFile]) throws -> [ReadCase] {
        var kept: [String: ReadCase] = [:]
        for file in files where file.name.hasSuffix(".xml") && file.bytes.count <= 30 << 20 {
            for suite in try file.suites().flatMap(\.nested) {
                for element in suite.all("testcase") {
                    if element.children.contains(where: { $0.text.utf8.count > 10_000_000 }) {
                        throw ReaderFailure(reason: "a text of \(file.name) is too large")
                    }
                    let item = ReadCase(
                        className: element.attributes["classname"] ?? "",
                        name: element.attributes["name"] ?? "",
                        verdict: element.has("failure")
                            ? .failed : element.has("error") ? .errored : element.has("skipped") ? .skipped : .passed
                    )
                    kept["\(suite.attributes["name"] ?? "")\n\(item.className)\n\(item.name)"] = item
                }
            }
        }
        return Array(kept.values)
    }
}

/// The agent of Azure Pipelines: drops cases without a name, flattens nested suites, and knows failed, not executed and
/// passed only.
struct AzurePipelines: JUnitReader {
    func cases(in files: [ReportedFile]) throws -> [ReadCase] {
        try files.flatMap { file in
            try file.suites().flatMap(\.nested).flatMap { suite in
                suite.all("testcase").compactMap { element in
                    guard let name = element.filled("name") else { return nil }
                    return ReadCase(
                        className: element.attributes["classname"] ?? "",
                        name: name,
                        verdict: element.has("failure") || element.has("error")
                            ? .failed : element.has("skipped") ? .skipped : .passed
                    )
                }
            }
        }
    }
}

/// Buildkite: needs the name and the class of a case.
struct Buildkite: JUnitReader {
    func cases(in files: [ReportedFile]) throws -> [ReadCase] {
        try files.flatMap { file in
            try file.suites().flatMap(\.nested).flatMap { suite in
                suite.all("testcase").compactMap { element in
                    guard let name = element.filled("name"),
                        let className = element.filled("classname") ?? element.filled("file")
                    else { return nil }
                    let verdict: ReadCase.Verdict =
                        element.has("failure")
                        ? .failed : element.has("error") ? .errored : element.has("skipped") ? .skipped : .passed
                    return ReadCase(className: className, name: name, verdict: verdict)
                }
            }
        }
    }
}
