import ArgumentParser
import AssayKit
import HAPModel
import Profiles
import Reporting

/// The options with the secrets of the accessory's label.
struct SetupOptions: ParsableArguments {
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

    /// Gives the choice the secrets of these options. Those that are missing come from the profile or else from the
    /// environment, but only for a real accessory: a variable may be left over from another one, and each wrong code counts.
    /// For a missing setup code the user is asked.
    func add(to choice: inout AccessoryChoice, _ profile: AccessoryProfile?) {
        // The variables and the profile are for the accessory on the desk; a simulated one has its own code.
        let isReal = !choice.isSimulated
        let (givenPayload, givenCode) = (setupPayload, setupCode)
        choice.setupPayload = { () async throws(SetupError) in
            if let givenPayload { return PrintedPayload(givenPayload) }
            guard isReal else { return nil }
            if let profile, let source = profile.setupPayload {
                return PrintedPayload(try await source.text("setup payload", of: profile))
            }
            return EnvironmentSecrets.setupPayload.map { PrintedPayload($0) }
        }
        choice.setupCode = { isPaired async throws(SetupError) in
            if givenCode == nil, isReal, let profile, let source = profile.setupCode {
                guard isPaired else { return try SetupCode(checking: await source.text("setup code", of: profile)) }
                // With a pairing the code is only compared, so a secret that is not at hand does not matter.
                return source.isAtHand ? try? SetupCode(checking: await source.text("setup code", of: profile)) : nil
            }
            return try Self.code(givenCode ?? (isReal ? EnvironmentSecrets.setupCode : nil), mayAsk: !isPaired)
        }
    }

    /// The given setup code, or the one from a prompt that does not echo.
    ///
    /// - Parameter mayAsk: whether Assay may ask the user: no pairing is kept, and the accessory is a real one.
    /// - Returns: `nil` if no code was given and standard input is not a terminal.
    private static func code(_ given: String?, mayAsk: Bool) throws(SetupError) -> SetupCode? {
        guard let text = given ?? (mayAsk ? SecretPrompt.answer(to: "Setup code (XXX-XX-XXX): ") : nil) else {
            return nil
        }
        return try SetupCode(checking: text)
    }
}
