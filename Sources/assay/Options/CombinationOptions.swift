import ArgumentParser

/// The option that runs combinations of defects instead of single ones.
struct CombinationOptions: ParsableArguments {
    @Option(
        name: .customLong("combinations"),
        help: ArgumentHelp(
            "Instead, run this many combinations of two to five defects at once, and check the likely causes.",
            valueName: "count"
        )
    )
    var count: Int?

    /// - Throws: `ValidationError` if combinations cannot run with these options.
    func validate(with defects: DefectOptions) throws {
        guard let count else { return }
        guard count >= 1 else {
            throw ValidationError("--combinations needs a number of at least 1, not \(count)")
        }
        guard defects.over == "ip" else {
            throw ValidationError("--combinations runs over IP only; leave out --over \(defects.over)")
        }
    }
}
