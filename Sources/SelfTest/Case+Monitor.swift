import SuiteLanguage

extension Case {
    /// Whether it is a rule over the messages of the other cases.
    var isMonitor: Bool {
        if case .monitor = body { return true }
        return false
    }
}
