package import Gate
import Judge
package import Reporting
import RunRecord

/// Makes what fails in a recorded run known: writes or updates a baseline file.
package struct BaselineUpdate: Sendable {
    private let old: Baseline
    private let new: Baseline
    private let report: RunReport
    /// The options that concern new entries only.
    private let unusedOptions: [String]

    /// Reads the record and the file, if it exists, and writes the file.
    ///
    /// - Parameters:
    ///   - record: the folder of a run, or its journal.
    ///   - path: the baseline file.
    ///   - owner: the owner of new entries.
    ///   - reason: the reason of new entries; `nil` takes the message of the failure.
    ///   - expires: the last day of new entries.
    ///   - renews: whether entries that still fail get this day, too.
    /// - Throws: ``SetupError`` if the record cannot be used, its run was interrupted or tested another product, or the
    ///   file cannot be read or written.
    package init(
        from record: String,
        into path: String,
        owner: String,
        reason: String?,
        expires: Day?,
        renews: Bool
    ) throws(SetupError) {
        report = try RecordedRun(record).report
        let end = report.end
        guard end.isWhole else {
            throw SetupError(
                .unusable,
                "the run of \(record) ended early (\(end.message ?? end.reason.rawValue)), so it does not show what fails; run the suites again"
            )
        }
        guard report.entries.contains(where: { [.passed, .failed, .warned].contains($0.verdict.outcome) }) else {
            throw SetupError(
                .unusable,
                "the run of \(record) could judge nothing, so it does not show what fails; run the suites again"
            )
        }
        let file = BaselineFile(path)
        old = file.exists ? try file.read(nil) : Baseline(file: path)
        if let mismatch = old.mismatch(report.record?.product) {
            throw SetupError(
                .unusable,
                "\(mismatch); name another file with --baseline, or correct its line `accessory`"
            )
        }
        unusedOptions = [
            owner == Baseline.noOwner ? nil : "--owner", reason == nil ? nil : "--reason",
            expires == nil || renews ? nil : "--expires",
        ].compactMap(\.self)
        new = report.updated(old, owner: owner, reason: reason, expires: expires, renews: renews)
        try file.write(new)
    }

    /// What changed, which run it is from, what the run could not judge, and which entries have expired.
    package var text: CleanText {
        let before = Set(old.failures.map(\.instance))
        let after = Set(new.failures.map(\.instance))
        let counts: CleanText = """
            \(after.subtracting(before).count) added, \(before.subtracting(after).count) removed, \
            \(before.intersection(after).count) kept, \(report.totals[.skipped]) skipped
            """
        let product: CleanText = report.record?.product.map { " (\(CleanText($0, limit: 200)))" } ?? ""
        let unjudged = report.totals[.inconclusive] + report.totals[.errored]
        let source: CleanText = """
            from the run of \(CleanText(report.accessory.name, limit: 200))\(product) at \(CleanText(report.started)), \
            which selected \(CleanText(report.selection ?? "everything", limit: 400))
            """
        let isUnused = !unusedOptions.isEmpty && after.subtracting(before).isEmpty && !after.isEmpty
        let expired = new.failures.count { entry in entry.expires.map { $0 < .today } ?? false }
        let lines: [CleanText?] = [
            "\(CleanText(new.file)): \(counts)", unlisted, source,
            unjudged == 0
                ? nil
                : "\(unjudged) of \(report.totals.all) instances could not be judged, so nothing about them is written",
            isUnused
                ? "no entry is new, so \(CleanText(unusedOptions.joined(separator: ", "))) changed nothing; `--renew --expires DAY` also gives the day to entries that still fail"
                : nil,
            expired == 0
                ? nil
                : "\(expired) of the entries have expired; `--renew --expires DAY` allows those that still fail until another day",
        ]
        return lines.compactMap(\.self).flatMap { $0.wrapped(after: 0, hanging: 2) }.joined(separator: "\n")
    }

    /// How the list `skipped` differs from what the run skipped; `nil` if it is the same.
    private var unlisted: CleanText? {
        let listed = Set(report.listedSkips)
        let kept = Set(new.skipped ?? []).subtracting(listed).count
        let apart = report.entries.count { !$0.countsForConformance && $0.verdict.outcome == .skipped }
        let repeated = report.totals[.skipped] - apart - listed.count
        let parts: [CleanText?] = [
            repeated > 0
                ? "without \(repeated) that only \(repeated == 1 ? "repeats" : "repeat"), as a controller without admin rights, what did not pass"
                : nil,
            apart > 0 ? "without \(apart) of compatibility cases" : nil,
            kept > 0 ? "with \(kept) of earlier runs" : nil,
        ]
        let words = parts.compactMap(\.self).joined(separator: ", ")
        return words.isEmpty ? nil : "the list `skipped` has \(new.skipped?.count ?? 0): \(words)"
    }
}
