/// The requirements about the preparation of timed writes that the accessory always violates.
///
/// If an accessory refuses preparations, every timed write fails at its first request, whatever a case is about. What a case finds that
/// only prepares explains this, if the accessory responded in the same way.
struct RefusedPreparations: CauseLink {
    private let requirements: Set<String>

    init(_ candidates: [Candidate]) {
        requirements = Set(candidates.filter(\.showsRefusal).map(\.finding.requirement))
    }

    /// After what is wrong with a characteristic's declaration, and before what the accessory refuses of its characteristics.
    func precedence(of requirement: String) -> Int? { requirements.contains(requirement) ? 2 : nil }

    func links(_ candidate: Candidate, to head: CauseHead) -> Bool {
        guard candidate.finding.bearing != .answer, let symptom = candidate.symptom, symptom.isOfPreparation else {
            return false
        }
        return head.members.contains { $0.showsRefusal && $0.symptom == symptom }
    }
}

extension Candidate {
    /// Whether it shows, in a case that only prepares, that the accessory always refuses this.
    fileprivate var showsRefusal: Bool { isAboutPreparation && isAlwaysBroken && symptom?.isOfPreparation == true }
}
