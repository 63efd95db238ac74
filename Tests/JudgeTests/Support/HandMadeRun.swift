import Foundation
import HAPModel
import Judge
import Measurement
import RunRecord
import SuiteLanguage

/// A suite of one case and a hand-made journal.
struct HandMadeRun {
    static let vocabulary = Result {
        let suites = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Suites")
        return try SuitesFolder(path: suites.path).read().filter { $0.path.hasPrefix("vocabulary/") }
    }

    /// `R-MUST`, `R-MUST-2`, `R-NOT`, `R-SHOULD` and `R-MAY`.
    private static let requirements =
        "requirements:\n"
        + [("R-MUST", "must"), ("R-MUST-2", "must"), ("R-NOT", "must-not"), ("R-SHOULD", "should"), ("R-MAY", "may")]
        .map { id, level in
            """
            - id: \(id)
              source: s
              level: \(level)
              subject: accessory
              transports: [ip]
              applies: always
              requires: r
              observe: o
              defect: d
              automatic: "yes"

            """
        }.joined()

    /// The real vocabulary with these requirements, without a case.
    private static let base = Result {
        try SuiteLibrary(vocabulary.get() + [SuiteFile(path: "requirements/r.yaml", text: requirements)])
    }

    /// A library in which the violation of `R-MUST` follows from that of `R-NOT`.
    static func libraryWithConsequence() throws -> SuiteLibrary {
        var library = try HandMadeRun("steps: [{read: 1.2, expect: {value: 5}}]").library
        let text = requirements.replacing("- id: R-MUST\n", with: "- id: R-MUST\n  consequence-of: [R-NOT]\n")
        var changed = RequirementCatalogue()
        try changed.add(SuiteFile(path: "requirements/r.yaml", text: text))
        library.requirements = changed
        return library
    }

    let library: SuiteLibrary
    var instance: Instance
    private(set) var events: [JournalEvent] = []
    private(set) var others: [JournalEvent] = []

    /// - Parameter lines: the case without its title, without indentation.
    init(_ lines: String, proves: String = "R-MUST") throws {
        let body = lines.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n")
        let suite = """
            chapter: t
            section: s
            title: t
            over: ip
            cases:
              a.b:
                title: t
                proves: \(proves)
            \(body)

            """
        var library = try Self.base.get()
        let loader = SuiteLoader(
            vocabulary: library.vocabulary,
            requirements: library.requirements,
            tables: [:],
            names: nil
        )
        let (cases, problems) = loader.load(SuiteFile(path: "t/s.yaml", text: suite))
        if !problems.isEmpty { throw SuiteProblems(problems) }
        library.cases = cases
        self.library = library
        instance = Instance(
            caseID: "a.b",
            target: nil,
            row: nil,
            transport: "ip",
            characteristics: [:],
            rowValue: nil,
            rowProves: []
        )
        add(.begin, [:])
    }

    private var next: UInt64 { UInt64(events.count + others.count) }

    private func event(_ kind: JournalEvent.Kind, _ body: JSON, step: String?, instance: String?) -> JournalEvent {
        JournalEvent(
            sequence: next,
            at: Moment(nanoseconds: Int64(next) * 1000),
            kind: kind,
            instance: instance,
            step: step,
            body: body
        )
    }

    /// Adds an event of the instance.
    @discardableResult
    mutating func add(_ kind: JournalEvent.Kind, _ body: JSON, step: String? = nil) -> UInt64 {
        let event = event(kind, body, step: step, instance: instance.name)
        events.append(event)
        return event.sequence
    }

    /// Adds the observation of a step.
    mutating func saw(_ step: String, _ body: JSON) { add(.observation, body, step: step) }

    /// Adds an event of the rest of the run.
    mutating func elsewhere(_ kind: JournalEvent.Kind, _ body: JSON) {
        others.append(event(kind, body, step: nil, instance: "other[over=ip]"))
    }

    /// All events of the run, in their order.
    var everything: [JournalEvent] { (events + others).sorted { $0.sequence < $1.sequence } }

    /// Adds proof that the peer is an accessory.
    mutating func controlled() { elsewhere(.control, ["verb": "read", "succeeded": true]) }

    var verdict: Verdict { verdict(without: []) }

    func verdict(without proofs: Set<Proof>) -> Verdict {
        Judge(library: library, without: proofs)
            .verdict(of: instance, events: events, run: RunFacts(events + others))
    }
}

/// Observations like those of the runner.
enum Seen {
    static func read(_ value: JSON, before: JSON = 1, evidence: JSON = [40, 41]) -> JSON {
        [
            "kind": "entries", "answered": true, "http": ["status": 200], "summary": "HTTP 200",
            "entry": ["aid": 1, "iid": 2, "status": "success", "value": value, "before": before], "evidence": evidence,
        ]
    }

    static func http(_ status: JSON, entry: JSON = .null, evidence: JSON = [42]) -> JSON {
        [
            "kind": "entries", "answered": true, "http": ["status": status],
            "summary": .string("HTTP \(status.serialized())"), "entry": entry, "evidence": evidence,
        ]
    }

    /// An M2 with a salt of this number of bytes.
    static func salted(_ length: Int) -> JSON {
        guard case .object(var body) = pairing(2, items: ["state", "salt"]) else { return .null }
        body["lengths"] = ["salt": JSON(length)]
        return .object(body)
    }

    static func pairing(
        _ stage: Int,
        error: JSON = .null,
        items: JSON = ["state"],
        tampered: Bool = false,
        aim: String? = nil
    ) -> JSON {
        var body: JSON = [
            "aims-at": .string(aim ?? "M\(stage)"),
            "kind": "pairing", "answered": true, "http": ["status": 200], "state": JSON(stage), "state-right": true,
            "error": error, "items": items, "all-items": items, "reached": .string("M\(stage)"), "evidence": [43],
            "summary": .string("M\(stage): " + (error.stringValue.map { "Error \($0)" } ?? "right")),
            "tampered": .bool(tampered), "control": "pair-setup",
        ]
        if error.isNull, case .object(var object) = body {
            object["ends-at"] = .string("M\(stage)")
            body = .object(object)
        }
        return body
    }

    static let nothing: JSON = [
        "kind": "entries", "answered": false, "failure": "timed-out", "summary": "no answer in 5 s",
    ]
}
