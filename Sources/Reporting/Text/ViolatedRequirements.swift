import Judge

/// The steps of an instance that violate the same requirements.
struct ViolatedRequirements {
    /// A finding for each requirement: one failed expectation may violate several.
    let findings: [Finding]
    /// The failed expectations, each once, in the order of the steps.
    private(set) var steps: [Finding]

    /// The findings in groups, those with failures first, then in the order of the first step of each.
    static func groups(_ findings: [Finding]) -> [ViolatedRequirements] {
        var groups: [ViolatedRequirements] = []
        for told in together(findings) {
            guard let step = told.last else { continue }
            if let place = groups.firstIndex(where: { $0.findings.elementsEqual(told) { $0.isAbout($1) } }) {
                groups[place].steps.append(step)
            } else {
                groups.append(ViolatedRequirements(findings: told, steps: [step]))
            }
        }
        return groups.filter(\.hasFailure) + groups.filter { !$0.hasFailure }
    }

    private var hasFailure: Bool { findings.contains { $0.severity == .failed } }

    /// The findings that follow each other and are about the same failed expectation, together.
    private static func together(_ findings: [Finding]) -> [[Finding]] {
        findings.reduce(into: []) { groups, finding in
            if groups.last?.last?.tells(finding) == true {
                groups[groups.count - 1].append(finding)
            } else {
                groups.append([finding])
            }
        }
    }
}

extension Finding {
    /// Whether both findings violate the same requirement with the same severity.
    fileprivate func isAbout(_ other: Finding) -> Bool {
        requirement == other.requirement && severity == other.severity
    }

    /// Whether both findings are about the same failed expectation, under different requirements.
    fileprivate func tells(_ other: Finding) -> Bool {
        requirement != other.requirement && step == other.step && expected == other.expected && got == other.got
            && evidence == other.evidence
    }
}
