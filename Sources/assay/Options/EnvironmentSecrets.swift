import AssayKit
import Foundation
import HAPModel
import RunRecord

/// The secrets of the accessory on the desk that the environment holds.
enum EnvironmentSecrets {
    /// The text of `ASSAY_SETUP_CODE`; `nil` if it is not set or empty.
    static var setupCode: String? { text("ASSAY_SETUP_CODE") }

    /// The text of `ASSAY_SETUP_PAYLOAD`; `nil` if it is not set or empty. Cases check whether it is valid.
    static var setupPayload: String? { text("ASSAY_SETUP_PAYLOAD") }

    /// Hides them: every command may print texts of an accessory.
    static var redaction: Redaction {
        Redaction(
            setupCode: setupCode.flatMap { try? SetupCode(checking: $0) },
            setupPayload: setupPayload.map { PrintedPayload($0) }
        )
    }

    private static func text(_ variable: String) -> String? {
        ProcessInfo.processInfo.environment[variable].flatMap { $0.isEmpty ? nil : $0 }
    }
}
