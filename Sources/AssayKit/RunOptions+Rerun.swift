import Reporting
import SuiteLanguage

extension RunOptions {
    /// The command that runs the same again, without its selection; the setup code is never part of it.
    package func rerun(_ accessory: AccessoryChoice) -> String {
        var words = ["assay", "run"]
        switch accessory.place {
        case .address(let address, let state):
            words += ["--address", address]
            if let folder = state.named { words += ["--state", folder] }
        case .simulated(let name, let defect):
            words += ["--simulated", name]
            if let defect { words += ["--defect", defect] }
        }
        if seed != 1 { words += ["--seed", "\(seed)"] }
        if answerWithin != Self.usualPatience { words += ["--answer-within", "\(answerWithin.wholeMilliseconds)ms"] }
        if mayActuate { words.append("--actuate") }
        if mayDestroy { words.append("--destructive") }
        return words.map(ShellWord.quoted).joined(separator: " ")
    }
}
