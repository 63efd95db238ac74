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
    package var text: CleanText {
        let run = Set(plan.instances.map(\.caseID))
        var blocks: [[CleanText]] = [
            [
                "\(run.count) of \(Spoken.count(cases.count, "case")) run, as \(Spoken.count(plan.instances.count, "instance"))"
            ]
        ]
        blocks += Self.reasons(plan)
        let example = ShellWord.quoted(cases.first { !run.contains($0.id) }?.id ?? cases.first?.id ?? "CASE")
        blocks.append(["To see what a case proves and where it runs, name it:", "  assay why … \(example)"])
        return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }

    /// One case: what it proves, and which instances run or are skipped; ends without a line end.
    ///
    /// - Parameter place: the path of its file, with line and column.
    package static func explanation(
        of item: Case,
        _ plan: Plan,
        _ library: SuiteLibrary,
        place: String
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
        return (CaseText.head(item, library, place) + details.flatMap(CaseText.detail)).joined(separator: "\n")
    }

    /// What cannot be judged and what is skipped, each by reason with the first names; empty without any.
    ///
    /// - Parameters:
    ///   - plan: the plan for one accessory.
    ///   - elsewhere: where the other names are listed.
    ///   - columns: the width of the lines.
    static func reasons(
        _ plan: Plan,
        elsewhere: CleanText = "",
        columns: Int = CleanText.columns
    ) -> [[CleanText]] {
        [
            list("cannot be judged", plan.skips.filter(\.isUnjudged), elsewhere, columns),
            list("skipped", plan.skips.filter { !$0.isUnjudged }, elsewhere, columns),
        ].filter { !$0.isEmpty }
    }

    private static func list(
        _ title: CleanText,
        _ skips: [Plan.Skip],
        _ elsewhere: CleanText,
        _ columns: Int
    ) -> [CleanText] {
        guard !skips.isEmpty else { return [] }
        var reasons = ReasonList()
        for skip in skips { reasons.add(skip.name, because: skip.reason) }
        let head: CleanText = "\(title) (\(skips.count))"
        return [head] + reasons.lines(namesPerReason: 2, elsewhere: elsewhere, columns: columns)
    }
}
