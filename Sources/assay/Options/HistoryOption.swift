import ArgumentParser
import AssayKit
import Foundation

/// The option that names the history.
struct HistoryOption: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Where runs are kept for comparison over time: a file, or postgresql://USER@HOST/DATABASE. Default: ASSAY_HISTORY.",
            valueName: "url"
        ),
        completion: .file()
    )
    var history: String?

    /// The history that the option or the environment names; `nil` without one.
    func chosen() throws(SetupError) -> RunHistory? {
        let variable = ProcessInfo.processInfo.environment["ASSAY_HISTORY"].flatMap { $0.isEmpty ? nil : $0 }
        guard let text = history ?? variable else { return nil }
        return try RunHistory(text)
    }
}
