import Measurement

/// A selftest as JUnit XML: each defect is a test case, which passes if the suites find the defect.
///
/// | result | in JUnit |
/// |---|---|
/// | killed | a pass |
/// | survived, or found only under other requirements | `failure` |
/// | listed in `survivors.yaml`, and it survived | `skipped` with the reason |
/// | listed there, and it was killed | `failure` |
/// | violates only requirements that no case proves yet | `skipped` |
/// | the bench failed | `error` |
///
/// The defects are grouped into suites by the area of the requirement that they violate. One more suite has the
/// conformant simulators, and one the twins, which pass if the suites tolerate them.
package struct MatrixReport: Sendable {
    /// A defect or a conformant simulator.
    package struct Entry: Sendable, Hashable {
        package enum Result: Sendable, Hashable {
            case passed
            /// The kind of failure, one line, and the full text.
            case failed(type: String, message: String, text: String)
            case errored(message: String)
            case skipped(reason: String)
        }

        /// The suite: an area, `HAP-PAIR-SETUP`, or `conformant`.
        package var suite: String
        package var name: String
        package var elapsed: Duration
        package var result: Result

        package init(suite: String, name: String, elapsed: Duration = .zero, result: Result) {
            self.suite = suite
            self.name = name
            self.elapsed = elapsed
            self.result = result
        }
    }

    private let entries: [Entry]
    private let started: String
    private let properties: [(name: String, value: String)]

    /// - Parameters:
    /// - entries: the entries; suites are in the order of their first entry.
    /// - started: wall time of the start.
    /// - properties: facts about the whole selftest, repeated in each suite.
    package init(_ entries: [Entry], started: String, properties: [(name: String, value: String)]) {
        self.entries = entries
        self.started = started
        self.properties = properties
    }

    /// Writes the report; a reader never finds a partial one.
    package func write(to path: String) throws(ReportError) {
        try ReportFile.write(try encoded(), to: path)
    }

    /// The document in UTF-8, in the strict flavour.
    package func encoded() throws(ReportError) -> [UInt8] { try JUnitSuite.document(suites) }

    private var suites: [JUnitSuite] {
        var order: [CleanText] = []
        var suites: [CleanText: JUnitSuite] = [:]
        for entry in entries {
            let name: CleanText = "selftest.\(CleanText(entry.suite, limit: 200))"
            if suites[name] == nil { order.append(name) }
            var suite = suites[name] ?? JUnitSuite(name: name, timestamp: WallTime.zoneless(started, plus: 0))
            suite.properties = properties.map { (CleanText($0.name), CleanText($0.value, limit: 1024)) }
            suite.add(
                JUnitSuite.Case(
                    className: name,
                    name: CleanText(entry.name, limit: 1024),
                    milliseconds: Figures.milliseconds(entry.elapsed.wholeNanoseconds),
                    result: result(entry.result)
                )
            )
            suites[name] = suite
        }
        return order.compactMap { suites[$0] }
    }

    private func result(_ result: Entry.Result) -> JUnitSuite.Case.Result {
        func line(_ text: String) -> CleanText { CleanText(text, limit: 1024) }
        switch result {
        case .passed: return .passed
        case .failed(let type, let message, let text):
            let whole = ("\(line(message))\n\n\(CleanText(lines: text))" as CleanText).bounded(JUnitReport.textLimit)
            return .failure(type: line(type), message: line(message), text: whole)
        case .errored(let message): return .error(type: "errored", message: line(message), text: line(message))
        case .skipped(let reason): return .skipped(reason: line(reason))
        }
    }
}
