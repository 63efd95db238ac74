package import RunRecord

extension SetupError {
    /// Why a visit to an accessory failed.
    package init(_ end: RunEnd) {
        let code: Code =
            switch end.reason {
            case .unreachable, .wrongSetupCode: .unreachable
            case .interrupted: .unjudged
            default: .fault
            }
        self.init(code, end.message ?? end.reason.rawValue)
    }
}
