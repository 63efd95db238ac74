import ArgumentParser
import AssayKit
import Foundation
import HAPModel
import Profiles

/// The options that name the accessory: one on the network, or a simulated one.
struct AccessoryOptions: ParsableArguments {
    @OptionGroup var options: PlaceOptions

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
        let isPlaced = options.place != nil
        guard simulated == nil ? isPlaced || options.profile != nil : !isPlaced else {
            throw ValidationError(
                "name one accessory with --address HOST:PORT, --name NAME, --device-id ID, --profile FILE or --simulated NAME"
            )
        }
        if defect != nil, simulated == nil {
            throw ValidationError("--defect requires --simulated: only simulated accessories have defects on demand")
        }
    }

    /// The accessory that the options name.
    ///
    /// - Parameter profile: names what the options do not.
    func choice(_ profile: AccessoryProfile?) throws(SetupError) -> AccessoryChoice {
        var choice: AccessoryChoice
        if let simulated {
            choice = AccessoryChoice(.simulated(simulated, defect: defect))
        } else {
            choice = AccessoryChoice(try options.place(profile))
            choice.isReachedByProfile = options.place == nil
        }
        choice.state = state.folder
        // The variables and the profile are for the accessory on the desk; a simulated one has its own code.
        let isReal = simulated == nil
        let payload = setupPayload ?? (isReal ? EnvironmentSecrets.setupPayload : nil)
        choice.setupPayload = { () async throws(SetupError) in
            if let payload { return PrintedPayload(payload) }
            guard isReal, let profile, let source = profile.setupPayload else { return nil }
            return PrintedPayload(try await source.text("setup payload", of: profile))
        }
        let given = setupCode ?? (isReal ? EnvironmentSecrets.setupCode : nil)
        choice.setupCode = { isPaired async throws(SetupError) in
            if given == nil, isReal, !isPaired, let profile, let source = profile.setupCode {
                return try SetupCode(checking: await source.text("setup code", of: profile))
            }
            return try Self.code(given, mayAsk: !isPaired)
        }
        return choice
    }

    /// The profile that the options name; `nil` if they name none.
    func profile(_ suites: Suites) throws(SetupError) -> AccessoryProfile? { try options.loadedProfile(suites) }

    /// Calls `body` with the accessory that the options name. From then on the terminal shows none of its secrets.
    func withAccess<Value: Sendable>(
        _ suites: Suites,
        _ body: @escaping @Sendable (AccessoryAccess) async throws -> Value
    ) async throws -> Value {
        try await choice(profile(suites)).withAccess(suites) { access in
            Terminal.conceal(access.redaction)
            for note in access.notes { Terminal.complain(note) }
            return try await body(access)
        }
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
