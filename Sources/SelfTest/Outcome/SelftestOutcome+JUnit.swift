import HAPAccessory
import Judge
package import Reporting

extension SelftestOutcome {
    /// The outcome for programs that read test results.
    package var junit: MatrixReport {
        MatrixReport(
            accessories.map(entry(ofConformant:)) + idle.map(entry(ofIdle:)) + twins.map(\.entry)
                + rows.map(entry(of:)),
            started: started,
            properties: [
                ("defects killed", "\(killed.count) of \(rows.count)"), ("causes", causes), ("twins", tolerance),
            ]
        )
    }

    private func entry(ofConformant accessory: String) -> MatrixReport.Entry {
        let alarms = baseline.falseAlarms.filter { $0.accessory == accessory }
            .map { "\($0.verdict.instance): \($0.verdict.why)" }
        let unstable = baseline.unstable.filter { $0.accessory == accessory }.map { "\($0.instance): \($0.why)" }
        var entry = MatrixReport.Entry(suite: "conformant", name: accessory, result: .passed)
        if let first = (alarms + unstable).first {
            entry.result = .failed(
                type: alarms.isEmpty ? "unstable" : "false-alarm",
                message: first,
                text: (alarms + unstable).joined(separator: "\n")
            )
        }
        return entry
    }

    private func entry(ofIdle id: String) -> MatrixReport.Entry {
        let message = "no defect shows that the case can fail"
        return MatrixReport.Entry(
            suite: "idle",
            name: id,
            result: .failed(type: "idle", message: message, text: message)
        )
    }

    private func entry(of row: DefectMatrix.Row) -> MatrixReport.Entry {
        let requirement = row.defect.breaks.first ?? ""
        let area = requirement.split(separator: "-").dropLast().joined(separator: "-")
        let listed = survivors[row.defect.name]
        let result: MatrixReport.Entry.Result
        switch row.fate {
        case .errored(let reason): result = .errored(message: reason)
        case .unclaimed: result = .skipped(reason: "no case proves \(row.defect.breaks.joined(separator: ", "))")
        case .killed where listed == nil: result = .passed
        case .survived, .killedElsewhere:
            result = listed.map { .skipped(reason: $0) } ?? failure(row)
        case .killed: result = failure(row)
        }
        return MatrixReport.Entry(suite: area, name: row.defect.name, elapsed: row.elapsed, result: result)
    }

    private func failure(_ row: DefectMatrix.Row) -> MatrixReport.Entry.Result {
        let cause = row.cause.map { "\nlikely cause: \($0.requirement) in \($0.instance)" } ?? ""
        return .failed(
            type: row.word,
            message: "\(row.word): \(row.details(survivors))",
            text: """
                violates \(row.defect.breaks.joined(separator: ", ")) on \(row.defect.accessory), \(row.defect.mark)\(cause)
                rerun: assay selftest --defect \(row.defect.name)
                """
        )
    }
}
