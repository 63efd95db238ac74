import Foundation
import Testing

/// Expects the text of a file in `Reports/samples/`, which shows people each kind of report;
/// `ASSAY_RECORD_SNAPSHOTS=1` writes the file instead.
func expectSnapshot(_ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Reports/samples/\(name)")
    if ProcessInfo.processInfo.environment["ASSAY_RECORD_SNAPSHOTS"] == "1" {
        try text.write(to: path, atomically: true, encoding: .utf8)
        return
    }
    #expect(text == (try String(contentsOf: path, encoding: .utf8)), sourceLocation: sourceLocation)
}
