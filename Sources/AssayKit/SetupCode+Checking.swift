package import HAPModel

extension SetupCode {
    /// Reads a setup code that a user wrote.
    ///
    /// - Throws: ``SetupError`` if it is malformed or one of those that HAP forbids.
    package init(checking text: String) throws(SetupError) {
        guard let code = SetupCode(text) else {
            throw SetupError(
                .wrongArgument,
                "the setup code is eight digits written XXX-XX-XXX, ten characters with its dashes"
            )
        }
        guard !code.isForbidden else {
            throw SetupError(
                .wrongArgument,
                "the setup code is one of the twelve that HAP forbids (HAP-SETUP-CODE-003); no accessory may have it"
            )
        }
        self = code
    }
}
