import HAPModel

extension JSONObject {
    /// Replaces the number `status` by its name, as suites write it, and keeps the number as `status-code`.
    ///
    /// What is no number stays as it is, without a code.
    ///
    /// - Parameter absent: what a missing status says; `nil` if that says nothing.
    mutating func nameStatus(absent: HAPStatus?) {
        guard let sent = self["status"], !sent.isNull else {
            self["status"] = absent.map { .string($0.name) }
            self["status-code"] = absent.map { JSON($0.rawValue) }
            return
        }
        guard let code = sent.int64Value else { return }
        self["status"] = .string(HAPStatus(rawValue: code).name)
        self["status-code"] = JSON(code)
    }
}
