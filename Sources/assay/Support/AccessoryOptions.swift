import ArgumentParser
import Foundation
import HAPModel

/// Which accessory: one on the network, or one that Assay simulates.
struct AccessoryOptions: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("The accessory's address, with its port.", valueName: "host:port"))
    var address: String?

    @Option(name: .long, help: "A simulated accessory: lightbulb, lock, switch, bridge, kitchen-sink or thermometer.")
    var simulated: String?

    @Option(name: .long, help: "A defect that the simulated accessory shows.")
    var defect: String?

    @Option(
        name: .long,
        help: "The setup code, XXX-XX-XXX. Better is ASSAY_SETUP_CODE or the prompt: other users see a command line."
    )
    var setupCode: String?

    @Option(
        name: .long,
        help:
            "The setup payload of the label's QR code, X-HM://… Better is ASSAY_SETUP_PAYLOAD: it holds the setup code."
    )
    var setupPayload: String?

    @OptionGroup var state: StateOptions

    func validate() throws {
        if (address == nil) == (simulated == nil) {
            throw ValidationError("name one accessory: --address HOST:PORT, or --simulated NAME")
        }
        if defect != nil, simulated == nil {
            throw ValidationError("--defect needs --simulated: no real accessory shows one on demand")
        }
    }

    /// The setup payload from the option or the environment. Whether it is right is for the suites to say.
    var payload: PrintedPayload? {
        let given = setupPayload ?? ProcessInfo.processInfo.environment["ASSAY_SETUP_PAYLOAD"]
        return given.flatMap { $0.isEmpty ? nil : PrintedPayload($0) }
    }

    /// The setup code from the option, the environment or a prompt that does not echo.
    ///
    /// - Parameter mayAsk: whether a prompt makes sense: no pairing is kept.
    /// - Returns: `nil` if there is none and nobody can be asked.
    func code(mayAsk: Bool) throws -> SetupCode? {
        let given =
            setupCode ?? ProcessInfo.processInfo.environment["ASSAY_SETUP_CODE"].flatMap { $0.isEmpty ? nil : $0 }
        guard let text = given ?? (mayAsk ? Terminal.askSecretly("Setup code (XXX-XX-XXX): ") : nil) else { return nil }
        guard let code = SetupCode(text) else {
            throw ValidationError("the setup code is eight digits written XXX-XX-XXX, ten characters with its dashes")
        }
        guard !code.isForbidden else {
            throw ValidationError(
                "the setup code is one of the twelve that HAP forbids (HAP-SETUP-CODE-003); no accessory may have it"
            )
        }
        return code
    }
}
