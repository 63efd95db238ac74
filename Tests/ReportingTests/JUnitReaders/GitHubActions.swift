/// dorny/test-reporter: drops nested suites, and fails on a suite or case without a name and on a failure without text.
struct Dorny: JUnitReader {
    func cases(in files: [ReportedFile]) throws -> [ReadCase] {
        try files.flatMap { file in
            try file.suites().flatMap { suite in
                guard suite.filled("name") != nil else { throw ReaderFailure(reason: "a suite has no name") }
                return try suite.all("testcase").map(Self.read)
            }
        }
    }

    private static func read(_ element: XMLElement) throws -> ReadCase {
        guard let name = element.filled("name") else { throw ReaderFailure(reason: "a case has no name") }
        let result = element.first("failure") ?? element.first("error")
        if let result, result.text.isEmpty { throw ReaderFailure(reason: "\(name) has a failure without a text") }
        return ReadCase(
            className: element.attributes["classname"] ?? "",
            name: name,
            verdict: element.has("skipped") ? .skipped : result == nil ? .passed : .failed
        )
    }
}

/// mikepenz/action-junit-report: cases with the same name, class and file are retries of one case; `skipped` beside a
/// failure is skipped.
struct Mikepenz: JUnitReader {
    func cases(in files: [ReportedFile]) throws -> [ReadCase] {
        var kept: [String: ReadCase] = [:]
        for file in files {
            for suite in try file.suites().flatMap(\.nested) {
                for element in suite.all("testcase") {
                    let isSkipped =
                        element.has("skipped") || ["disabled", "ignored"].contains(element.attributes["status"])
                    let isFailed = element.has("failure") || element.has("error")
                    let item = ReadCase(
                        className: element.attributes["classname"] ?? "",
                        name: element.attributes["name"] ?? "",
                        verdict: isSkipped ? .skipped : isFailed ? .failed : .passed
                    )
                    let key = "\(item.name)\n\(item.className)\n\(element.attributes["file"] ?? "")"
                    // One attempt that passes is enough.
                    if kept[key]?.verdict != .passed { kept[key] = item }
                }
            }
        }
        return Array(kept.values)
    }
}

/// EnricoMi/publish-unit-test-result-action: takes the totals from the attributes of the suites, so they must be right;
/// merges results of one case by severity; needs a name or a class.
struct EnricoMi: JUnitReader {
    func cases(in files: [ReportedFile]) throws -> [ReadCase] {
        try files.flatMap { file in
            try file.suites().flatMap(\.nested).flatMap { suite in
                let cases = suite.all("testcase").filter { $0.filled("name") ?? $0.filled("classname") != nil }
                for (total, element) in [("failures", "failure"), ("errors", "error"), ("skipped", "skipped")] {
                    let count = cases.count { $0.has(element) }
                    guard suite.attributes[total] == "\(count)" else {
                        throw ReaderFailure(reason: "\(total) of \(suite.attributes["name"] ?? "") is not \(count)")
                    }
                }
                guard suite.attributes["tests"] == "\(cases.count)" else {
                    throw ReaderFailure(reason: "tests of \(suite.attributes["name"] ?? "") is not \(cases.count)")
                }
                return cases.map(Self.read)
            }
        }
    }

    private static func read(_ element: XMLElement) -> ReadCase {
        ReadCase(
            className: element.attributes["classname"] ?? "",
            name: element.attributes["name"] ?? "",
            verdict: element.has("error")
                ? .errored : element.has("failure") ? .failed : element.has("skipped") ? .skipped : .passed
        )
    }
}
