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
                guard isPaired else {
                    let text = try await source.text("setup code", of: profile)
                    return try SetupCode(checking: text, from: source.place(of: profile))
                }
                // With a pairing the code is only compared, so a secret that is not at hand does not matter.
                return source.isAtHand ? try? SetupCode(checking: await source.text("setup code", of: profile)) : nil
            }
            if let givenCode { return try SetupCode(checking: givenCode, from: "--setup-code") }
            if isReal, let kept = EnvironmentSecrets.setupCode {
                return try SetupCode(checking: kept, from: "the variable ASSAY_SETUP_CODE")
            }
            return isPaired ? nil : try Self.answer()
        }
    }

    /// The setup code from a prompt that does not echo; `nil` if standard input is not a terminal.
    private static func answer() throws(SetupError) -> SetupCode? {
        guard let text = SecretPrompt.answer(to: "Setup code (XXX-XX-XXX): ") else { return nil }
        return try SetupCode(checking: text)
    }
}
