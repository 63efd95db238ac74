import Foundation
import Testing

/// Files that the tests make themselves when `ASSAY_WRITE_DOCUMENTATION` is 1.
enum Generated {
    /// What to do about one that is out of date.
    static let hint = "run ASSAY_WRITE_DOCUMENTATION=1 .dev/test --filter ReportingTests twice"

    /// Writes the file if that is asked for.
    static func write(_ text: String, to path: String) throws {
        guard ProcessInfo.processInfo.environment["ASSAY_WRITE_DOCUMENTATION"] == "1" else { return }
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }
}

/// Expects the text of a file in `Reports/samples/`, which shows people each kind of report.
func expectSample(_ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Reports/samples/\(name)").path
    try expectFile(text, path, sourceLocation)
}

/// Expects the text of a file beside the tests.
func expectFixture(_ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try expectFile(text, Fixtures.path(name), sourceLocation)
}

private func expectFile(_ text: String, _ path: String, _ sourceLocation: SourceLocation) throws {
    try Generated.write(text, to: path)
    let kept = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    #expect(text == kept, "\(path) is out of date: \(Generated.hint)", sourceLocation: sourceLocation)
}
