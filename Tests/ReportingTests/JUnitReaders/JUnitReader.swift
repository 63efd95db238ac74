import Testing

/// A model of a program that reads JUnit XML: what it makes of a document.
protocol JUnitReader: Sendable {
    /// The cases that the program shows.
    ///
    /// - Throws: ``ReaderFailure`` if the program fails on one of the files.
    func cases(in files: [ReportedFile]) throws -> [ReadCase]
}

/// A file of a report, as it lies in a folder.
struct ReportedFile {
    var name: String
    var bytes: [UInt8]
}

/// A test case as a reader shows it.
struct ReadCase: Hashable {
    enum Verdict: String {
        case passed, failed, errored, skipped
    }

    var className: String
    var name: String
    var verdict: Verdict
}

/// A reader does not survive a file.
struct ReaderFailure: Error {
    let reason: String
}

extension ReportedFile {
    /// The root of the document.
    func root() throws -> XMLElement {
        guard let root = XMLElement(bytes) else { throw ReaderFailure(reason: "\(name) is not well-formed") }
        return root
    }

    /// The suites at the top of the document.
    func suites() throws -> [XMLElement] {
        let root = try root()
        return root.name == "testsuite" ? [root] : root.all("testsuite")
    }
}

extension XMLElement {
    /// All suites below this one, and itself.
    var nested: [XMLElement] { [self] + all("testsuite").flatMap(\.nested) }

    func has(_ name: String) -> Bool { first(name) != nil }

    /// The attribute; `nil` if it is missing or empty.
    func filled(_ name: String) -> String? { attributes[name].flatMap { $0.isEmpty ? nil : $0 } }
}
