import ArgumentParser
import AssayKit
import HAPModel

/// The options that choose the simulated accessories of a self-test: defects, their variants, and twins.
struct DefectOptions: ParsableArguments {
    @Option(
        name: .long,
        help: "Run only this defect, and no other defect or twin; * stands for any text.",
        completion: .defects
    )
    var defect: [String] = []

    @Option(
        name: .long,
        help: "Run only this twin, and no other twin or defect; * stands for any text.",
        completion: .twins
    )
    var twin: [String] = []

    @Flag(name: .long, help: "Run all cases on each twin, not only those about its requirements: minutes.")
    var allCases = false

    @Flag(name: .long, help: "Run only the conformant simulators, without any defect or twin.")
    var conformant = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Also run this many variants of the defects, or `all`: defects that act in one place or at one time only.",
            valueName: "count"
        )
    )
    var variants: VariantCount?

    @Option(name: .long, parsing: .unconditional, help: "The seed that decides which variants or combinations run.")
    var seed: UInt64 = 1

    @Option(
        name: .long,
        help: ArgumentHelp("The transport: ip or thread.", valueName: "transport"),
        completion: .list(SelftestRun.transports.map(\.rawValue))
    )
    var over = "ip"

    /// Whether all defects and twins run.
    var areAll: Bool { !conformant && defect.isEmpty && twin.isEmpty }

    /// Adds these options to those of a self-test.
    func add(to options: inout SelftestRun.Options) {
        options.defects = defect
        options.twins = twin
        options.twinsRunAllCases = allCases
        options.isConformantOnly = conformant
        options.variants = variants?.count ?? 0
        options.seed = seed
        options.transport = TransportKind(rawValue: over)
    }

    func validate() throws {
        guard SelftestRun.transports.contains(where: { $0.rawValue == over }) else {
            let known = SelftestRun.transports.map(\.rawValue).joined(separator: " or ")
            throw ValidationError("--over needs \(known), not \(over)")
        }
        guard !conformant || (defect.isEmpty && twin.isEmpty) else {
            throw ValidationError("--conformant cannot be used with --defect or --twin")
        }
        guard !allCases || !conformant && (defect.isEmpty || !twin.isEmpty) else {
            throw ValidationError("--all-cases is for twins, and no twin runs with --conformant or --defect alone")
        }
        guard !conformant || variants == nil else {
            throw ValidationError("--conformant and --variants cannot be used together")
        }
    }
}
