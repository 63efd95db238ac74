import Gate
import Profiles
import Reporting
import SuiteLanguage

extension RunOptions {
    /// The command that repeats the whole run. It never contains the setup code.
    package func command(_ accessory: AccessoryChoice) -> String {
        var words: [String] = []
        if tier != .full { words += ["--tier", tier.rawValue] }
        for (option, values) in [
            ("--tag", tags), ("--without", withoutTags), ("--requirement", requirements),
            ("--characteristic", characteristics), ("--exclude", excluded),
        ] {
            words += values.flatMap { [option, $0] }
        }
        if isSequential { words.append("--sequential") }
        if stopsAtFailure { words.append("--fail-fast") }
        if let baseline { words += ["--baseline", baseline.file] }
        if let timeLimit { words += ["--time-limit", Self.written(timeLimit)] }
        return ([rerun(accessory)] + (words + cases).map(ShellWord.quoted)).joined(separator: " ")
    }

    /// The command that repeats the run, without its selection. It never contains the setup code.
    ///
    /// - Parameter command: another command with the same options.
    package func rerun(_ accessory: AccessoryChoice, command: String = "run") -> String {
        var words = ["assay", command]
        if let profile { words += ["--profile", profile.file] }
        switch accessory.place {
        case _ where accessory.isReachedByProfile: break
        case .address(let address): words += ["--address", address]
        case .advertised(let identity): words += identity.options
        case .simulated(let name, let defect):
            words += ["--simulated", name]
            if let defect { words += ["--defect", defect] }
            if accessory.usesAllTransports { words.append("--all-transports") }
        }
        if !accessory.isRelayedByProfile { words += accessory.relay?.options ?? [] }
        if !accessory.isReachedByProfile { words += accessory.further.flatMap { ["--also", $0] } }
        if let folder = accessory.state.named { words += ["--state", folder] }
        if seed != 1 { words += ["--seed", "\(seed)"] }
        if answerWithin != expectedPatience { words += ["--answer-within", Self.written(answerWithin)] }
        if mayActuate { words.append("--actuate") }
        if mayDestroy { words.append("--destructive") }
        if let resetCommand { words += ["--reset-command", resetCommand] }
        if repetitions > 1 { words += ["--repeat", "\(repetitions)"] }
        if failsOnWarning { words += ["--fail-on", "warning"] }
        return words.map(ShellWord.quoted).joined(separator: " ")
    }

    /// `8s`, `500ms`.
    static func written(_ duration: Duration) -> String {
        let milliseconds = duration.wholeMilliseconds
        return milliseconds % 1000 == 0 ? "\(milliseconds / 1000)s" : "\(milliseconds)ms"
    }
}
