import ArgumentParser
import AssayKit
import Foundation
import HAPModel

/// The options that name the accessory: one on the network, or a simulated one.
struct AccessoryOptions: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("The accessory's address, with its port.", valueName: "host:port"))
    var address: String?

    @Option(
        name: .long,
        help: "The simulated accessory to test: lightbulb, lock, switch, bridge, kitchen-sink or thermometer."
    )
    var simulated: String?

    @Option(
        name: .long,
        help:
            "A defect or twin of the accessory that --simulated names. `assay suites defects` and `assay suites twins` list them with their accessories."
    )
    var defect: String?

    @Option(
        name: .long,
        help:
            "The setup code, XXX-XX-XXX. ASSAY_SETUP_CODE or the prompt is safer: other users can read a command line."
    )
    var setupCode: String?

    @Option(
        name: .long,
        help:
            "The setup payload of the label's QR code, X-HM://…, for the cases that check it. It contains the setup code, so ASSAY_SETUP_PAYLOAD is safer; it does not replace --setup-code."
    )
    var setupPayload: String?

    @OptionGroup var state: StateOptions

    func validate() throws {
        if (address == nil) == (simulated == nil) {
            throw ValidationError("name one accessory with --address HOST:PORT or --simulated NAME")
        }
        if defect != nil, simulated == nil {
            throw ValidationError("--defect requires --simulated: only simulated accessories have defects on demand")
        }
    }

    /// The accessory that the options name.
    var choice: AccessoryChoice {
        var choice = AccessoryChoice(simulated.map { .simulated($0, defect: defect) } ?? .address(address ?? ""))
        choice.state = state.folder
        // The variables are for the accessory on the desk; a simulated one has its own code.
        let environment = simulated == nil ? ProcessInfo.processInfo.environment : [:]
        choice.setupPayload = Self.given(setupPayload, environment["ASSAY_SETUP_PAYLOAD"]).map { PrintedPayload($0) }
        let given = Self.given(setupCode, environment["ASSAY_SETUP_CODE"])
        choice.setupCode = { isPaired throws(SetupError) in try Self.code(given, mayAsk: !isPaired) }
        return choice
    }

    /// Calls `body` with the accessory that the options name. From then on the terminal shows none of its secrets.
    func withAccess<Value: Sendable>(
        _ suites: Suites,
        _ body: @escaping @Sendable (AccessoryAccess) async throws -> Value
    ) async throws -> Value {
        try await choice.withAccess(suites) { access in
            Terminal.conceal(access.redaction)
            for note in access.notes { Terminal.complain(note) }
            return try await body(access)
        }
    }

    /// The option, or the variable if it is not empty. Cases check whether a payload is valid.
    private static func given(_ option: String?, _ variable: String?) -> String? {
        option ?? variable.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The given setup code, or the one from a prompt that does not echo.
    ///
    /// - Parameter mayAsk: whether Assay may ask the user: no pairing is kept, and the accessory is a real one.
    /// - Returns: `nil` if no code was given and standard input is not a terminal.
    private static func code(_ given: String?, mayAsk: Bool) throws(SetupError) -> SetupCode? {
        guard let text = given ?? (mayAsk ? Terminal.askSecretly("Setup code (XXX-XX-XXX): ") : nil) else { return nil }
        return try SetupCode(checking: text)
    }
}
