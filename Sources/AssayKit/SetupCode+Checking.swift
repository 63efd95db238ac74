package import HAPModel

extension SetupCode {
    /// Reads a setup code that a user wrote.
    ///
    /// - Parameter source: where it stands, for messages: `the variable ASSAY_SETUP_CODE`; `nil` if there is only one place.
    /// - Throws: ``SetupError`` if it is malformed or forbidden by HAP.
    package init(checking text: String, from source: String? = nil) throws(SetupError) {
        let name = source.map { "the setup code from \($0)" } ?? "the setup code"
        guard let code = SetupCode(text) else {
            throw SetupError(
                .wrongArgument,
                "\(name) is malformed; expected eight digits written XXX-XX-XXX, with dashes"
            )
        }
        guard !code.isForbidden else {
            throw SetupError(
                .wrongArgument,
                "\(name) is one of the twelve that HAP forbids for every accessory (HAP-SETUP-CODE-003)"
            )
        }
        self = code
    }
}
