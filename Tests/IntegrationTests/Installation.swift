import Foundation
import Testing

/// Where the Python peers are, and whether they are installed.
enum Installation {
    /// The checkout.
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    static let peers = root.appending(path: "Tests/Integration/peers")
    static let python = root.appending(path: ".venv/bin/python3")

    /// Whether tests with peers run. `.dev/test` requires them, so that none is skipped unnoticed.
    static var isUsable: Bool {
        ProcessInfo.processInfo.environment["ASSAY_PEERS"] == "required"
            || FileManager.default.isExecutableFile(atPath: python.path)
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips the test if the Python peers are not installed.
    static var needsPeers: Self {
        .enabled("run .dev/test, which sets the Python peers up in .venv") { Installation.isUsable }
    }
}
