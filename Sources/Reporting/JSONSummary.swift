import Gate
package import HAPModel
import Judge
import Latency
import RunRecord
import SuiteLanguage

/// A run as one JSON document, for programs: what `--json` prints, and the file `summary.json`.
///
/// The keys are stable while `schema` is 1; new ones may be added. Times are whole milliseconds. Integers above 2^53
/// and the seed are strings. A key without a known value is left out.
///
/// | key | meaning |
/// |---|---|
/// | `schema` | 1 |
/// | `tool` | name and version of the tester |
/// | `accessory` | `name`, `address`, `transport` |
/// | `started` | wall time of the start, as in the journal |
/// | `elapsed-ms` | from the first event to the last |
/// | `seed`, `selection`, `rerun` | what is needed to repeat the run; `rerun` holds no secret |
/// | `command` | the command that repeats the whole run; it holds no secret |
/// | `end` | `reason` (`completed`, `interrupted`, `usage`, `nothing-selected`, `unreachable`, `wrong-setup-code`, `fault`), `message` |
/// | `exit` | `status` (0 to 10), `meaning`: in `summary.json` those of the verdicts, in what `--json` prints those with which the program exits, which differ if a report could not be written |
/// | `baseline` | `file`, `known` (how many failures it allows), and `departures`: `kind` (`new`, `changed`, `expired`, `newly-skipped`, `fixed`), `instance`, `text`; left out for a run without `--baseline` |
/// | `totals` | `all`, `passed`, `failed`, `warned`, `skipped`, `inconclusive`, `errored` |
/// | `causes` | the likely causes, the most severe first, each like `cause` |
/// | `cause` | the first of them, a finding that explains others: `requirement`, `level`, `requires`, `instance`, `case`, `step`, `expected`, `got`, `bytes`, `text`, all of it on one line, `known` (true if a baseline allows each failure that it explains, left out otherwise) and `explains`, the `instance` and `requirement` of each finding that evidence links to it; left out if there are no findings |
/// | `srp-leading-zeros` | for `A`, `B`, `S` and `K` the forms (`stripped`, `padded`) that the accessory used at each place (`M1`, `u`, `M2`, `K`; `all` for K itself) when the number started with a zero byte; left out if none was seen |
/// | `link` | how connections failed without a case that provoked it: `faults` (how many of each kind), `not-repeated` (instances whose failure did not appear again), `bad` (whether such instances are spread over unrelated cases), `delayed` (in how many instances the tester's own timers fired late) and `longest-delay-ms`; left out without faults and delays |
/// | `notes` | what to know in addition to the verdicts |
/// | `requirements` | every requirement: `requirement`, `level`, `source`, `same-as`, `state` (`violated`, `warned`, `met`, `not-judged`, `not-applicable`, `without-case`), `shown-by` (instances with violations; cases that judged a met one), `known` (the baseline allows each violation), `reason` |
/// | `identity` | of a run over several transports: `transports`, and `rows`, each with `name`, what each transport `shows`, and whether it `differs` |
/// | `latency` | the measured times in nanoseconds, left out if there are none: `operations`, each with `operation`, `transport`, `instance`, `target`, `count`, `sessions`, `rate`, `stamps`, `network` (its own round trip), `relay` (the round trip to the relay, if one is used, or null) and `relay-subtracted` (whether the times are without it), `ended` (why early), the percentiles `p50`, `p90`, `p99`, `p99.9` and `max`, their 95 % intervals such as `p99-interval`, and `budgets` (`percentile`, `limit`, `outcome`: `met`, `exceeded`, `exceeded-unproven`, or `unmeasured` if it cannot be judged); `tester`, what the tester adds to a plain echo; `unmeasured`, the operations without any time, each with its `reason`; and of `assay measure` `budgets`, each with `outcome` (`met`, `failed`, `warned` or `unmeasured`) |
/// | `verdicts` | in the order of the run: `instance`, `case`, `title`, `chapter`, `section`, `class`, `outcome`, `known` (`owner`, `reason`, `expires` of a failure that the baseline allows), `fingerprint` (of a failure, with `--fail-on warning` of a warning, too), `met` (the requirements that were judged and held), `reason`, `repeated` (`confirmed`, `cleared` or `unsettled`: what the second attempt showed; left out if there was one attempt), `duration-ms`, `evidence` and `rerun` (left out if it passed or was skipped), `findings` |
/// | `findings` of a verdict | `requirement`, `level`, `requires`, `source`, `severity`, `step`, `expected`, `got`, `evidence` (numbers of journal events), `cause` (the requirement of the linked cause; left out if evidence links none) |
package struct JSONSummary: Sendable {
    private let report: RunReport
    private let isWritten: Bool

    /// - Parameter isWritten: whether all results could be written; otherwise the process ends with ``ExitStatus/fault``.
    package init(_ report: RunReport, isWritten: Bool = true) {
        self.report = report
        self.isWritten = isWritten
    }

    /// The document, with a line for each requirement and each verdict; ends without a line end.
    package var document: CleanText { CleanText(json: json, levels: 2) }

    /// The document as a file; ends with a line end.
    package var text: CleanText { document + "\n" }

    /// The document.
    package var json: JSON {
        var object = JSONObject(["schema": .number(JSONNumber(1)), "tool": .string(report.tool)])
        object["accessory"] = .object(
            JSONObject([
                "name": .string(report.accessory.name), "address": .string(report.accessory.address),
                "transport": .string(report.accessory.transport),
            ])
        )
        object["started"] = .string(report.started)
        object["elapsed-ms"] = Self.milliseconds(report.elapsed)
        object["seed"] = report.seed.map(JSON.string)
        object["selection"] = report.selection.map(JSON.string)
        object["rerun"] = .string(report.rerun)
        object["command"] = report.command.map(JSON.string)
        object["end"] = report.end.json
        object["exit"] = .object(
            JSONObject([
                "status": .number(JSONNumber(report.exitStatus(isWritten: isWritten).rawValue)),
                "meaning": .string(report.meaning(isWritten: isWritten)),
            ])
        )
        let totals = report.totals
        var counts = JSONObject(["all": .number(JSONNumber(totals.all))])
        for outcome in Verdict.Outcome.allCases { counts[outcome.rawValue] = .number(JSONNumber(totals[outcome])) }
        object["totals"] = .object(counts)
        let causes = report.causeTexts.map(\.json)
        object["cause"] = causes.first
        object["causes"] = .array(causes)
        if !report.seenForms.isEmpty { object["srp-leading-zeros"] = report.seenForms.json }
        if !report.link.faults.isEmpty || report.link.delayed > 0 { object["link"] = report.link.json }
        object["identity"] = report.identity?.json
        object["notes"] = .array(report.notes.map(JSON.string))
        object["latency"] = latency
        if let gate = report.gate { object["baseline"] = GateText(gate).json }
        object["requirements"] = RequirementText(report).json
        object["verdicts"] = .array(report.entries.map(verdict))
        return .object(object)
    }

    /// The measured times; `nil` without any.
    private var latency: JSON? {
        let times = report.times
        guard !times.series.isEmpty || report.measurement != nil else { return nil }
        var latency: JSONObject = [
            "unit": "ns", "operations": .array(times.series.map(\.json)), "tester": times.overhead?.json ?? .null,
        ]
        if !times.unmeasured.isEmpty {
            latency["unmeasured"] = .array(
                times.unmeasured.map { ["operation": .string($0.name), "reason": .string($0.reason)] }
            )
        }
        if let measurement = report.measurement {
            latency["budgets"] = .array(measurement.budgets.map(\.json))
        }
        return .object(latency)
    }

    private func verdict(_ entry: RunReport.Entry) -> JSON {
        let verdict = entry.verdict
        var object = JSONObject(["instance": .string(verdict.instance), "case": .string(verdict.caseID)])
        object["title"] = .string(entry.title)
        object["chapter"] = .string(entry.chapter)
        object["section"] = .string(entry.section)
        object["class"] = .string(entry.class.rawValue)
        object["outcome"] = .string(verdict.outcome.rawValue)
        object["known"] = report.known(entry).map { GateText.json($0) }
        if report.gates(on: verdict.outcome) { object["fingerprint"] = .string(Fingerprint(verdict).text) }
        if !verdict.met.isEmpty { object["met"] = .array(verdict.met.map(JSON.string)) }
        object["reason"] = verdict.reason.map(JSON.string)
        object["repeated"] = verdict.repetition.map { .string($0.rawValue) }
        object["duration-ms"] = Self.milliseconds(verdict.duration)
        // What shows nothing needs no bytes and is not run again: these two would be a third of the file.
        if ![.passed, .skipped].contains(verdict.outcome) {
            object["evidence"] = Self.numbers(verdict.evidence)
            object["rerun"] = .string(report.rerun(entry))
        }
        object["findings"] = .array(verdict.findings.map { finding($0, in: verdict.instance) })
        return .object(object)
    }

    private func finding(_ finding: Finding, in instance: String) -> JSON {
        let requirement = report.requirements[finding.requirement]
        var object = JSONObject(["requirement": .string(finding.requirement)])
        object["level"] = requirement.map { .string($0.level.rawValue) }
        object["requires"] = requirement.map { .string($0.requires) }
        object["source"] = requirement.map { .string($0.source) }
        object["severity"] = .string(finding.severity.rawValue)
        object["step"] = .string(finding.step)
        object["expected"] = .string(finding.expected)
        object["got"] = .string(finding.got)
        object["evidence"] = Self.numbers(finding.evidence)
        object["cause"] = report.causes.cause(of: finding, in: instance).map { .string($0.requirement) }
        return .object(object)
    }

    private static func milliseconds(_ nanoseconds: Int64) -> JSON {
        .number(JSONNumber(Figures.milliseconds(nanoseconds)))
    }

    private static func numbers(_ values: [UInt64]) -> JSON {
        .array(values.map { $0 > 1 << 53 ? .string("\($0)") : .number(JSONNumber($0)) })
    }
}
