import Foundation
import Testing

/// Expects the text of a file in `Fixtures/`; `ASSAY_RECORD_SNAPSHOTS=1` writes the file instead.
func expectSnapshot(_ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    if ProcessInfo.processInfo.environment["ASSAY_RECORD_SNAPSHOTS"] == "1" {
        try text.write(toFile: Fixtures.path(name), atomically: true, encoding: .utf8)
        return
    }
    #expect(text == (try Fixtures.text(name)), sourceLocation: sourceLocation)
}
