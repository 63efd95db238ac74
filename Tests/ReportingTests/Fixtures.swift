import Checkout
import Foundation
import SuiteLanguage

/// Files beside the tests, and texts of the suites that the tests report on.
enum Fixtures {
    static func path(_ name: String) -> String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/\(name)").path
    }

    static func text(_ name: String) throws -> String {
        try String(contentsOfFile: path(name), encoding: .utf8)
    }

    /// A library of four cases over two sections.
    static func library() throws -> SuiteLibrary {
        try SuiteLibrary(
            Checkout.vocabulary + [
                SuiteFile(path: "requirements/sample.yaml", text: try text("requirements.yaml")),
                SuiteFile(path: "pairing/pair-setup.yaml", text: try text("pair-setup.yaml")),
                SuiteFile(path: "session/frames.yaml", text: try text("frames.yaml")),
            ]
        )
    }
}
