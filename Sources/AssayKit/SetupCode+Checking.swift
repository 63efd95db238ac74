package import HAPModel

extension SetupCode {
    /// Reads a setup code that a user wrote.
    ///
    /// - Throws: ``SetupError`` if it is malformed or forbidden by HAP.
    package init(checking text: String) throws(SetupError) {
        guard let code = SetupCode(text) else {
            throw SetupError(
                .wrongArgument,
                "the setup code is malformed; expected eight digits written XXX-XX-XXX, with dashes"
            )
        }
        guard !code.isForbidden else {
            throw SetupError(
                .wrongArgument,
                "the setup code is one of the twelve that HAP forbids for every accessory (HAP-SETUP-CODE-003)"
            )
        }
        self = code
    }
}
