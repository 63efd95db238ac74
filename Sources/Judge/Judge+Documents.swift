import HAPModel
import RunRecord
import SuiteLanguage

extension Judge {
    /// Judges predicates over the snapshots that the run took of the accessory.
    func judge(_ document: Document, for instance: Instance, run: RunFacts, tally: inout Tally) {
        for name in document.snapshots where run.snapshot(name, for: instance) == nil {
            return tally.inconclusive("the run took no snapshot of the \(name)")
        }
        for check in document.checks {
            guard let snapshot = run.snapshot(Document.snapshot(of: check.select), for: instance) else { continue }
            let proves = proven(by: check.expectation, for: instance)
            if proves.isEmpty { continue }
            let elements = snapshot["\(check.select)"]?.arrayValue ?? []
            let selected = elements.filter { element in
                check.filter.allSatisfy { evaluator.holds($0, of: element, scope: [:]) }
            }
            var broken = 0
            for group in groups(check, selected, snapshot.body) where broken < Self.findingsPerCheck {
                broken += judge(check, group, snapshot, proves, tally: &tally)
            }
        }
        if !tally.hasJudged {
            let names = document.snapshots.joined(separator: " and the ")
            tally.nothingToJudge("the \(names) has no element that this case is about")
        }
    }

    private typealias Group = (label: String, elements: [JSON])

    private func groups(_ check: Document.Check, _ selected: [JSON], _ snapshot: JSON) -> [Group] {
        guard let per = check.per else { return [("", selected)] }
        let owners = snapshot[per]?.arrayValue ?? []
        let owned = Dictionary(grouping: selected) { $0[per]?.stringValue }
        return owners.map { owner in
            let place = owner["place"]?.stringValue ?? ""
            return (place, owned[place] ?? [])
        }
    }

    /// - Returns: the number of elements or groups that violate the check.
    private func judge(
        _ check: Document.Check,
        _ group: Group,
        _ snapshot: JournalEvent,
        _ proves: [Proven],
        tally: inout Tally
    ) -> Int {
        func report(_ got: String, _ manner: String, at place: String, isTolerated: Bool = false) {
            let place = place.isEmpty ? Document.snapshot(of: check.select) : place
            let expected = check.quantity + text.expected(check.expectation.terms, scope: [:])
            // The same flaw of another element is another fault.
            let manner = "\(manner), \(place)"
            add(check.expectation, proves, expected, got, manner, place, snapshot, isTolerated: isTolerated, &tally)
        }
        let ids = proves.map(\.requirement)
        let expectation = check.expectation
        let (holding, broken) = split(group.elements, expectation)
        switch check.quantifier {
        case .all:
            guard !group.elements.isEmpty else { return 0 }
            tally.judged(snapshot)
            if broken.isEmpty { tally.held(ids) }
            // Tolerated elements must not hide violations.
            for isTolerated in [false, true] {
                for (element, term, _) in broken.filter({ $0.isTolerated == isTolerated }).prefix(Self.findingsPerCheck)
                {
                    let manner = evaluator.manner(of: term, on: element, scope: [:])
                    report(text.got(term, element, scope: [:]), manner, at: place(element), isTolerated: isTolerated)
                }
            }
            return broken.count { !$0.isTolerated }
        case .exists:
            tally.judged(snapshot)
            guard holding.isEmpty else {
                tally.held(ids)
                return 0
            }
            report("it holds for none of \(group.elements.count)", "none", at: group.label)
            return 1
        case .exactlyOne:
            tally.judged(snapshot)
            guard holding.count != 1 else {
                tally.held(ids)
                return 0
            }
            report("it holds for \(holding.count)", holding.isEmpty ? "none" : "several", at: group.label)
            return 1
        case .none:
            guard !group.elements.isEmpty else { return 0 }
            tally.judged(snapshot)
            if holding.isEmpty { tally.held(ids) }
            for element in holding.prefix(Self.findingsPerCheck) {
                report("it holds for this one", "one", at: place(element))
            }
            return holding.count
        }
    }

    /// A check that every element violates is one fault, so only the first few are reported.
    static let findingsPerCheck = 3

    private typealias Broken = (element: JSON, term: Expectation.Term, isTolerated: Bool)

    private func split(_ elements: [JSON], _ expectation: Expectation) -> (holding: [JSON], broken: [Broken]) {
        var holding: [JSON] = []
        var broken: [Broken] = []
        for element in elements {
            if let term = firstBroken(expectation, element) {
                broken.append((element, term, tolerates(expectation, element)))
            } else {
                holding.append(element)
            }
        }
        return (holding, broken)
    }

    /// The first term that an element of a snapshot, or an event, does not meet.
    func firstBroken(_ expectation: Expectation, _ seen: some PathReadable) -> Expectation.Term? {
        expectation.terms.first { !evaluator.holds($0, of: seen, scope: [:]) }
    }

    private func place(_ element: JSON) -> String { element["place"]?.stringValue ?? "" }

    /// Adds a finding for each requirement that the expectation proves.
    func add(
        _ expectation: Expectation,
        _ proves: [Proven],
        _ expected: String,
        _ got: String,
        _ manner: String,
        _ place: String,
        _ event: JournalEvent,
        isTolerated: Bool,
        _ tally: inout Tally
    ) {
        for proven in proves {
            tally.add(
                Finding(
                    requirement: proven.requirement,
                    severity: isTolerated ? .warned : proven.severity,
                    step: place,
                    expected: expected,
                    got: got,
                    manner: manner,
                    evidence: Evidence.cited(event),
                    asks: expectation.asks
                ),
                isCounted: isCounted(proven.requirement)
            )
        }
    }
}

extension Document.Check {
    /// The quantifier of the check in words; empty if it applies to all elements.
    fileprivate var quantity: String {
        switch quantifier {
        case .all: ""
        case .exists: "at least one \(select) with: "
        case .exactlyOne: "exactly one \(select) with: "
        case .none: "no \(select) with: "
        }
    }
}
