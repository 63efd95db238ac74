package import HAPModel
import RunRecord
package import SuiteLanguage

/// Why the cases of a plan run or are skipped, by reason: the output of `assay why` without a case.
package struct WhyText {
    private let plan: Plan
    private let cases: [Case]

    /// - Parameters:
    /// - plan: the plan for one accessory.
    /// - cases: the selected cases.
    package init(_ plan: Plan, cases: [Case]) {
        self.plan = plan
        self.cases = cases
    }

    /// The reasons with their counts; ends without a line end.
    ///
    /// - Parameters:
    ///   - isWhole: whether each name is listed, not only the first ones of each reason.
    ///   - columns: the width of the terminal; `nil` leaves each reason and each name on one line.
    package func text(isWhole: Bool, columns: Int?) -> CleanText {
        let run = Set(plan.instances.map(\.caseID))
        var blocks: [[CleanText]] = [
            [
                "\(run.count) of \(Spoken.count(cases.count, "case")) run, as \(Spoken.count(plan.instances.count, "instance"))"
            ]
        ]
        blocks += Self.reasons(
            plan,
            namesPerReason: isWhole ? .max : 2,
            elsewhere: "; `--verbose` lists them",
            columns: columns ?? .max
        )
        let example = ShellWord.quoted(cases.first { !run.contains($0.id) }?.id ?? cases.first?.id ?? "CASE")
        blocks.append(["To see what a case proves and where it runs, name it:", "  assay why … \(example)"])
        return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }

    /// One case: what it proves, and which instances run or are skipped; ends without a line end.
    ///
    /// - Parameters:
    ///   - place: the path of its file, with line and column.
    ///   - columns: as in ``text(columns:)``.
    package static func explanation(
        of item: Case,
        _ plan: Plan,
        _ library: SuiteLibrary,
        place: String,
        columns: Int?
    ) -> CleanText {
        var details: [CleanText] = []
        for instance in plan.instances where instance.caseID == item.id {
            details.append("runs as \(instance.name)")
        }
        for skip in plan.skips where skip.caseID == item.id {
            // A whole case needs no name here: the first line has it.
            let name = skip.name == item.id ? "" : "\(skip.name): "
            details.append("\(skip.isUnjudged ? "cannot be judged" : "is skipped"): \(name)\(skip.reason)")
        }
        return
            (CaseText.head(item, library, place, columns)
            + details.flatMap { CaseText.detail($0, columns) }).joined(separator: "\n")
    }

    /// The output of `assay why --json`: each selected case with the requirements that it proves, the instances that run, and
    /// those that are skipped or cannot be judged, with the reason.
    package var json: JSON {
        let runs = Dictionary(grouping: plan.instances, by: \.caseID)
        let skips = Dictionary(grouping: plan.skips, by: \.caseID)
        let entries = cases.map { item -> JSON in
            [
                "case": .string(item.id), "title": .string(item.title),
                "proves": .array(item.provesWithRows.map { .string($0) }),
                "runs": .array((runs[item.id] ?? []).map { .string($0.name) }),
                "skips": .array((skips[item.id] ?? []).map(\.json)),
            ]
        }
        return ["cases": .array(entries)]
    }

    /// What cannot be judged and what is skipped, each by reason with the first names; empty without any.
    ///
    /// - Parameters:
    ///   - plan: the plan for one accessory.
    ///   - namesPerReason: how many names each reason has at most.
    ///   - elsewhere: where the other names are listed.
    ///   - columns: the width of the lines.
    static func reasons(
        _ plan: Plan,
        namesPerReason: Int = 2,
        elsewhere: CleanText,
        columns: Int
    ) -> [[CleanText]] {
        func list(_ title: CleanText, _ skips: [Plan.Skip]) -> [CleanText] {
            guard !skips.isEmpty else { return [] }
            var reasons = ReasonList()
            for skip in skips { reasons.add(skip.name, because: skip.reason) }
            let lines = reasons.lines(namesPerReason: namesPerReason, elsewhere: elsewhere, columns: columns)
            return ["\(title) (\(skips.count))"] + lines
        }
        return [
            list("cannot be judged", plan.skips.filter(\.isUnjudged)),
            list("skipped", plan.skips.filter { !$0.isUnjudged }),
        ].filter { !$0.isEmpty }
    }
}
