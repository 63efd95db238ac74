import Latency
import Measurement
import Reporting

extension LatencyMeasurement {
    /// The command that measures the same again. It never contains the setup code.
    ///
    /// - Parameter options: what else the command says.
    package func command(_ options: RunOptions, _ accessory: AccessoryChoice) -> String {
        var words: [String] = []
        if let count = plan.count { words += ["--count", "\(count)"] }
        if let duration = plan.duration { words += ["--duration", RunOptions.written(duration)] }
        if let rate = plan.rate { words += ["--rate", "\(rate)"] }
        if plan.sessions != 1 { words += ["--sessions", "\(plan.sessions)"] }
        if let warmUp = plan.warmUp { words += ["--warm-up", "\(warmUp)"] }
        words += characteristics.flatMap { ["--on", $0] }
        // The profile, which the command names, has the others.
        for budget in budgets where budget.place == nil {
            let milliseconds = Double(budget.limit.wholeNanoseconds) / 1_000_000
            let amount = milliseconds == milliseconds.rounded() ? "\(Int64(milliseconds))" : "\(milliseconds)"
            words += ["--budget", "\(budget.name)=\(amount)ms"]
        }
        let begin = options.rerun(accessory, command: "measure")
        return ([begin] + (words + operations.map(\.rawValue)).map(ShellWord.quoted)).joined(separator: " ")
    }
}
