package import SuiteLanguage

/// Why the cases of a plan are run or skipped, by reason: what `assay why` says where no case is named.
package struct WhyText {
    private let plan: Plan
    private let cases: [Case]

    /// - Parameters:
    ///   - plan: for one accessory.
    ///   - cases: the selected ones.
    package init(_ plan: Plan, cases: [Case]) {
        self.plan = plan
        self.cases = cases
    }

    /// The reasons with their counts; ends without a line end.
    package var text: String {
        let run = Set(plan.instances.map(\.caseID))
        var blocks: [[String]] = [
            [
                "\(run.count) of \(Spoken.count(cases.count, "case")) are run, as \(Spoken.count(plan.instances.count, "instance"))"
            ]
        ]
        blocks.append(list("cannot be judged", plan.skips.filter(\.isUnjudged)))
        blocks.append(list("skipped", plan.skips.filter { !$0.isUnjudged }))
        blocks.append([
            "Name a case to see what it proves and what it runs on: "
                + "assay why … \(ShellWord.quoted(cases.first { !run.contains($0.id) }?.id ?? cases.first?.id ?? "CASE"))"
        ])
        return blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }

    private func list(_ title: String, _ skips: [Plan.Skip]) -> [String] {
        guard !skips.isEmpty else { return [] }
        var reasons = ReasonList()
        for skip in skips { reasons.add(skip.name, because: skip.reason) }
        return ["\(title) (\(skips.count))"] + reasons.lines(namesPerReason: 2, elsewhere: "")
    }
}
