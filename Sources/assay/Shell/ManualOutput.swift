import HAPModel
import Reporting
import Runner

/// Prints what operations by hand came to: as lines, or as JSON.
struct ManualOutput {
    var isJSON: Bool

    /// Prints results: as JSON one document for all of them.
    func say(_ results: [ManualResult]) {
        guard !isJSON else { return Terminal.say(CleanText(json: .array(results.map(Self.json)))) }
        for result in results { Terminal.sayFolded(Self.line(result)) }
    }

    /// The results as one line, for programs that read a session line by line.
    static func jsonLine(_ results: [ManualResult]) -> CleanText { CleanText(jsonLine: .array(results.map(json))) }

    /// An event: as JSON on one line, as text in lines of the terminal's width.
    func event(_ result: ManualResult) -> CleanText {
        isJSON ? CleanText(jsonLine: Self.json(result)) : Terminal.folded("event \(Self.line(result))")
    }

    static func line(_ result: ManualResult) -> CleanText {
        ManualText.line(
            result.characteristic,
            value: result.value,
            status: result.status,
            complaint: result.complaint
        )
    }

    private static func json(_ result: ManualResult) -> JSON {
        ManualText.json(
            result.characteristic,
            value: result.value,
            status: result.status,
            complaint: result.complaint
        )
    }
}
