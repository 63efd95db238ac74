/// A variable of the environment that Assay reads or sets, as the help lists it.
struct EnvironmentVariable {
    let name: String
    let meaning: String

    static let all = [
        EnvironmentVariable(name: "ASSAY_SETUP_CODE", meaning: "The setup code of the accessory at --address."),
        EnvironmentVariable(name: "ASSAY_SETUP_PAYLOAD", meaning: "The text of its QR code, X-HM://…"),
        EnvironmentVariable(name: "ASSAY_RELAY_TOKEN", meaning: "The token of the relay, for relay and --via."),
        EnvironmentVariable(name: "ASSAY_SUITES", meaning: "The folder with the suites."),
        EnvironmentVariable(name: "ASSAY_HISTORY", meaning: "The history, for --history; it may have a password."),
        EnvironmentVariable(
            name: "ASSAY_ADDRESS",
            meaning: "Set for --reset-command and hooks: its address."
        ),
        EnvironmentVariable(name: "ASSAY_HOOK", meaning: "Set for hooks: reset, power-cycle, stimulate or flash."),
        EnvironmentVariable(name: "ASSAY_ACTION", meaning: "Set for the stimulate hook: press or change."),
        EnvironmentVariable(name: "ASSAY_CHARACTERISTIC", meaning: "Set for the stimulate hook: AID.IID."),
        EnvironmentVariable(name: "ASSAY_VALUE", meaning: "Set for the stimulate hook: the value, as JSON."),
        EnvironmentVariable(
            name: "XDG_STATE_HOME",
            meaning: "The default state folder is assay in this folder."
        ),
        EnvironmentVariable(name: "NO_COLOR", meaning: "Turns colours off, if it is not empty."),
    ]

    /// One line for each variable.
    static var help: String {
        let width = all.map(\.name.count).max() ?? 0
        return all.map { variable in
            let gap = String(repeating: " ", count: width - variable.name.count + 2)
            return "  \(variable.name)\(gap)\(variable.meaning)"
        }.joined(separator: "\n")
    }
}
