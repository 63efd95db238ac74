import HAPAccessory
import HAPModel
import Judge
import Reporting

extension TwinRuns.Row {
    /// Whether the suites accept the twin, with the declared warnings and no others.
    var isTolerated: Bool { fate == .tolerated || fate == .warned }

    /// The result in one word.
    var word: String {
        switch fate {
        case .tolerated: "tolerated"
        case .warned: "warned"
        case .falseAlarm: "false-alarm"
        case .undeclaredWarning: "undeclared-warning"
        case .missingWarning: "missing-warning"
        case .vacuous: "vacuous"
        case .errored: "errored"
        }
    }

    /// The requirements that it is about, or why it is not tolerated.
    var details: String {
        switch fate {
        case .tolerated: return "answers \(twin.answers.joined(separator: ", "))"
        case .warned: return "warns of \(twin.warns.joined(separator: ", "))"
        case .falseAlarm(let verdicts):
            let further = verdicts.count > 1 ? " and \(verdicts.count - 1) more" : ""
            return verdicts.first.map { "\($0.instance): \($0.why)\(further)" } ?? ""
        case .undeclaredWarning(let ids): return "also warns of \(ids.joined(separator: ", "))"
        case .missingWarning(let ids): return "does not warn of \(ids.joined(separator: ", "))"
        case .vacuous(let reason), .errored(let reason): return reason
        }
    }

    /// The row for programs.
    var json: JSON {
        [
            "twin": .string(twin.name), "answers": .array(twin.answers.map { .string($0) }),
            "warns": .array(twin.warns.map { .string($0) }), "fate": .string(word), "details": .string(details),
            "alarms": .array(
                alarms.map { ["instance": .string($0.instance), "why": .string($0.why)] }
            ),
        ]
    }

    private var alarms: [Verdict] {
        if case .falseAlarm(let verdicts) = fate { verdicts } else { [] }
    }

    /// The row for programs that read test results.
    var entry: MatrixReport.Entry {
        let result: MatrixReport.Entry.Result
        switch fate {
        case .tolerated, .warned: result = .passed
        case .errored(let reason): result = .errored(message: reason)
        case .falseAlarm, .undeclaredWarning, .missingWarning, .vacuous:
            result = .failed(
                type: word,
                message: "\(word): \(details)",
                text: """
                    answers \(twin.answers.joined(separator: ", ")) on \(twin.accessory), \(twin.mark)
                    rerun: assay selftest --twin \(twin.name)
                    """
            )
        }
        return MatrixReport.Entry(suite: "twins", name: twin.name, elapsed: elapsed, result: result)
    }
}
