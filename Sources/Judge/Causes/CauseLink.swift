/// A kind of evidence that links findings to the requirement that explains them.
protocol CauseLink {
    /// Whether the evidence links the finding to one of the group.
    func links(_ candidate: Candidate, to head: CauseHead) -> Bool

    /// The place of a requirement among those that explain others by this evidence, the first ones first; `nil` if it explains none.
    func precedence(of requirement: String) -> Int?
}

extension CauseLink {
    func precedence(of requirement: String) -> Int? { nil }
}
