import ArgumentParser
import AssayKit
import Gate

/// The options that compare a run with what is known to fail.
struct GateOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "The file of known failures. The exit status then says how the run differs from it; `assay baseline update` writes it.",
            valueName: "file"
        ),
        completion: .yaml
    )
    var baseline: String?

    /// The baseline that the options name; `nil` if they name none.
    func loaded(_ suites: Suites) throws(SetupError) -> Baseline? {
        guard let baseline else { return nil }
        return try BaselineFile(baseline).read(suites)
    }

    /// The exit statuses of the gate, for help texts.
    static let statuses = """
        With --baseline, failures have these statuses instead of 1, the lowest one if several apply: 6 a case fails that \
        the baseline does not list; 7 a known failure fails in another way; 8 the entry of a known failure has expired; 9 a \
        case is skipped that the baseline does not list as skipped; 10 a known failure no longer fails.
        """
}
