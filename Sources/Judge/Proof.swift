package import MarkedYAML
package import SuiteLanguage

/// The fact that one expectation of a suite proves one requirement.
package struct Proof: Sendable, Hashable {
    package var requirement: String
    /// The position of the expectation.
    package var mark: SourceMark

    package init(requirement: String, mark: SourceMark) {
        self.requirement = requirement
        self.mark = mark
    }
}

extension Case {
    /// The proofs of each expectation, with the path of the expectation's step, in the order of the suite.
    ///
    /// A check of a document has the path `check 1`, the rule of a monitor `rule`.
    package var proofs: [(step: String, proof: Proof)] {
        placedExpectations.flatMap { step, expectation in
            let ids = expectation.proves + rowProves.filter { !expectation.proves.contains($0) }
            return Set(ids).sorted().map { (step, Proof(requirement: $0, mark: expectation.mark)) }
        }
    }

    private var placedExpectations: [(String, Expectation)] {
        switch body {
        case .procedure(let steps): steps.flatMap(\.placedExpectations)
        case .document(let document): document.checks.enumerated().map { ("check \($0 + 1)", $1.expectation) }
        case .monitor(let monitor): [("rule", monitor.expectation)]
        }
    }
}

extension Step {
    fileprivate var placedExpectations: [(String, Expectation)] {
        expectations.map { (path, $0) } + inner.flatMap(\.placedExpectations)
    }
}
