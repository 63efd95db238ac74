import Gate
import Judge
import Latency
import RunRecord

/// A run as JUnit XML, in one of three flavours.
///
/// Suites are flat, one for each section of the suites; `classname` is `chapter.section` and `name` the instance's name.
/// Outcomes that JUnit does not have are mapped:
///
/// | outcome | becomes |
/// |---|---|
/// | failed | `failure`, whose type is the requirement |
/// | errored | `error` |
/// | inconclusive | `error`, or `skipped` if asked for |
/// | warned | a pass, a line in the suite's `system-out` and a property `warned: <instance>` |
/// | skipped | `skipped` with its reason |
/// | a known failure of the baseline | `skipped` with its owner, reason and expiry |
/// | known and fixed, newly skipped | `failure` of the type `fixed` or `newly-skipped` |
///
/// A case of class compatibility never counts as failed: failed is written like warned, inconclusive as `skipped`. A
/// run that ended early has one more suite, `assay.run`, with an `error` that says why.
package struct JUnitReport: Sendable {
    /// How an instance is written that could not be judged.
    package enum Unjudged: Sendable, Hashable {
        case error, skipped
    }

    private let report: RunReport
    private let flavour: JUnitFlavour
    private let unjudged: Unjudged
    private let renderer: FailureText

    /// - Parameters:
    ///   - report: the run.
    /// - flavour: the form of the documents; `strict` by default.
    /// - unjudged: how inconclusive instances are written; by default as an error.
    package init(_ report: RunReport, _ flavour: JUnitFlavour = .strict, unjudged: Unjudged = .error) {
        self.report = report
        self.flavour = flavour
        self.unjudged = unjudged
        renderer = FailureText(report, style: .plain, eventLimit: 6, byteLimit: 256)
    }

    /// Readers cut or reject larger texts.
    static let textLimit = 60 * 1024
    static let outputLimit = 1024 * 1024

    /// Writes the report into the folder; a reader never finds a partial file.
    package func write(into folder: String) throws(ReportError) {
        for file in try files() { try ReportFile.write(file.bytes, to: "\(folder)/\(file.name)") }
    }

    /// The files of the report: `junit.xml`, or for Surefire `TEST-<suite>.xml` for each suite.
    package func files() throws(ReportError) -> [(name: String, bytes: [UInt8])] {
        guard flavour == .surefire else { return [("junit.xml", try encoded())] }
        var files: [(name: String, bytes: [UInt8])] = []
        for suite in suites {
            let name = suite.name.string.map { $0.isLetter || $0.isNumber || ".-_".contains($0) ? $0 : "-" }
            files.append(("TEST-\(String(name)).xml", try suite.surefireDocument()))
        }
        return files
    }

    /// One document with all suites, in UTF-8.
    package func encoded() throws(ReportError) -> [UInt8] { try JUnitSuite.document(suites, flavour) }

    /// The suites in the order in which the run reached them.
    private var suites: [JUnitSuite] {
        var order: [CleanText] = []
        var sections: [CleanText: [RunReport.Entry]] = [:]
        for entry in report.entries {
            let name = ("\(entry.chapter).\(entry.section)" as CleanText).bounded(200)
            if sections[name] == nil { order.append(name) }
            sections[name, default: []].append(entry)
        }
        var suites = order.map { suite($0, sections[$0] ?? []) }
        if let measured = measuredSuite { suites.append(measured) }
        if let gone = goneSuite { suites.append(gone) }
        if report.end.reason != .completed { suites.append(runSuite) }
        return suites
    }

    private func suite(_ name: CleanText, _ entries: [RunReport.Entry]) -> JUnitSuite {
        let began = entries.compactMap(\.began).min() ?? 0
        var suite = JUnitSuite(name: name, timestamp: WallTime.zoneless(report.started, plus: began))
        suite.properties = properties + causes(of: entries)
        var output: [CleanText] = report.notes.map { "note: \(CleanText($0, limit: 400))" }
        for entry in entries {
            suite.add(
                JUnitSuite.Case(
                    className: name,
                    name: Self.name(entry),
                    milliseconds: Figures.milliseconds(entry.verdict.duration),
                    result: result(entry),
                    details: flavour == .rich ? details(entry) : nil
                )
            )
            guard isRemark(entry) else { continue }
            let message = renderer.message(entry)
            let note: CleanText = entry.countsForConformance ? "" : ", compatibility only"
            let remark: CleanText = "\(entry.verdict.outcome.rawValue)\(note)"
            suite.properties.append(("\(remark): \(Self.name(entry))", message))
            output.append("\(remark): \(Self.name(entry)): \(message)")
        }
        suite.systemOut = output.joined(separator: "\n").bounded(Self.outputLimit)
        return suite
    }

    /// The suite of a measurement without cases; `nil` for a run.
    private var measuredSuite: JUnitSuite? {
        let cases = report.measuredCases(flavour)
        guard !cases.isEmpty else { return nil }
        var suite = JUnitSuite(name: "assay.measure", timestamp: WallTime.zoneless(report.started, plus: 0))
        suite.properties = properties
        // The strict form has no properties of a test case.
        if flavour != .rich { suite.properties += report.times.series.flatMap(\.properties) }
        for item in cases { suite.add(item) }
        return suite
    }

    /// The suite with the known failures whose instances no longer exist; `nil` if there are none.
    private var goneSuite: JUnitSuite? {
        let names = Set(report.entries.map(\.verdict.instance))
        let gone = (report.gate?.departures ?? []).filter { !names.contains($0.instance) }
        guard !gone.isEmpty else { return nil }
        var suite = JUnitSuite(
            name: "assay.baseline",
            timestamp: WallTime.zoneless(report.started, plus: report.elapsed)
        )
        suite.properties = properties
        for departure in gone {
            let text = CleanText(departure.text, limit: 1024)
            suite.add(
                JUnitSuite.Case(
                    className: "assay.baseline",
                    name: CleanText(departure.instance, limit: 1024),
                    milliseconds: 0,
                    result: .failure(type: CleanText(departure.kind.rawValue), message: text, text: text)
                )
            )
        }
        return suite
    }

    /// The suite that says that the run ended early, where every reader shows it.
    private var runSuite: JUnitSuite {
        var suite = JUnitSuite(name: "assay.run", timestamp: WallTime.zoneless(report.started, plus: report.elapsed))
        suite.properties = properties
        let message = CleanText(report.end.message ?? report.end.reason.rawValue, limit: 1024)
        suite.add(
            JUnitSuite.Case(
                className: "assay.run",
                name: "run",
                milliseconds: 0,
                result: .error(
                    type: CleanText(report.end.reason.rawValue),
                    message: message,
                    text: "\(message)\n\nrerun: \(CleanText(report.command ?? report.rerun, limit: 1024))"
                )
            )
        )
        return suite
    }

    private var properties: [(name: CleanText, value: CleanText)] {
        func line(_ text: String) -> CleanText { CleanText(text, limit: 1024) }
        var properties: [(name: CleanText, value: CleanText)] = [
            ("tool", line(report.tool)), ("accessory", line(report.accessory.name)),
            ("address", line(report.accessory.address)), ("transport", line(report.accessory.transport)),
        ]
        if flavour == .rich {
            properties += device.map { ($0.0, line($0.1)) }
            properties += (report.identity?.properties ?? []).map { (line($0.name), line($0.text)) }
        }
        if let seed = report.seed { properties.append(("seed", line(seed))) }
        if let selection = report.selection { properties.append(("selection", line(selection))) }
        if !report.seenForms.isEmpty { properties.append(("SRP leading zeros", line(report.seenForms.text))) }
        return properties + report.notes.map { ("note", line($0)) }
    }

    /// The likely causes of findings of these instances: an accessory with many faults has too many for each suite.
    private func causes(of entries: [RunReport.Entry]) -> JUnitSuite.Properties {
        let names = Set(entries.map(\.verdict.instance))
        return report.causeTexts.filter { $0.cause.members.contains { names.contains($0.instance) } }
            .map { ("likely cause", $0.line) }
    }

    /// The accessory and the suites, for the rich flavour.
    private var device: [(CleanText, String)] {
        let record = report.record
        let facts: [(CleanText, String?)] = [
            ("device-id", record?.deviceID), ("manufacturer", record?.manufacturer), ("model", record?.model),
            ("firmware", record?.firmwareRevision), ("hardware", record?.hardwareRevision),
            ("suites", report.suiteDigest),
        ]
        return facts.compactMap { name, value in value.map { (name, $0) } }
    }

    /// What only the rich flavour says about an instance.
    private func details(_ entry: RunReport.Entry) -> JUnitSuite.Case.Details {
        let verdict = entry.verdict
        let requirements = Set(verdict.findings.map(\.requirement) + verdict.met).sorted()
        var properties: JUnitSuite.Properties = [("outcome", CleanText(verdict.outcome.rawValue))]
        properties += requirements.map { ("requirement", CleanText($0, limit: 100)) }
        for series in report.times.series where series.instance == verdict.instance { properties += series.properties }
        if let known = report.known(entry) { properties.append(("known failure", GateText.words(known))) }
        var details = JUnitSuite.Case.Details(
            timestamp: CleanText(WallTime.zoneless(report.started, plus: entry.began ?? 0)),
            properties: properties
        )
        details.place = entry.place.map { (CleanText($0.file, limit: 400), $0.line) }
        if isRemark(entry) { details.systemOut = renderer.text(entry).bounded(Self.textLimit) }
        return details
    }

    /// Readers drop cases without a name.
    private static func name(_ entry: RunReport.Entry) -> CleanText {
        let name = CleanText(entry.name, limit: 1024)
        return name.string.allSatisfy(\.isWhitespace) ? "unnamed" : name
    }

    /// Whether the entry has a problem that must not count as a failure.
    private func isRemark(_ entry: RunReport.Entry) -> Bool {
        switch entry.verdict.outcome {
        case .warned: true
        case .failed, .inconclusive: !entry.countsForConformance
        case .passed, .skipped, .errored: false
        }
    }

    private func result(_ entry: RunReport.Entry) -> JUnitSuite.Case.Result {
        let verdict = entry.verdict
        let message = renderer.message(entry)
        // Some readers show the message, some the text, some both, so the text starts with the message.
        func text() -> CleanText { ("\(message)\n\n\(renderer.text(entry))" as CleanText).bounded(Self.textLimit) }
        if let known = report.known(entry) { return .skipped(reason: GateText.words(known, with: message)) }
        if verdict.outcome != .failed, let departure = report.departure(entry) {
            let reason = CleanText(departure.text, limit: 1024)
            return .failure(type: CleanText(departure.kind.rawValue), message: reason, text: reason)
        }
        switch verdict.outcome {
        case .passed, .warned: return .passed
        case .failed where entry.countsForConformance:
            let type = FailureText.deciding(verdict)?.requirement ?? "failed"
            return .failure(type: CleanText(type, limit: 100), message: message, text: text())
        case .failed: return .passed
        case .inconclusive where entry.countsForConformance && unjudged == .error:
            return .error(type: "inconclusive", message: message, text: text())
        case .inconclusive: return .skipped(reason: "inconclusive: \(message)")
        case .errored: return .error(type: "errored", message: message, text: text())
        case .skipped: return .skipped(reason: message)
        }
    }
}
