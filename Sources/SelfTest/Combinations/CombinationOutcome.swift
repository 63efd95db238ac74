import HAPAccessory
package import Judge

/// How well the printed causes name the defects of accessories with several defects.
package struct CombinationOutcome: Sendable {
    /// The result of one combination.
    package struct Row: Sendable {
        package var combination: DefectCombination
        /// The number of findings; the rounds of a loop count as one.
        package private(set) var findings = 0
        /// The findings that evidence links to a cause on another requirement.
        package private(set) var linked = 0
        /// The linked findings whose cause is a requirement that one of the defects violates.
        package private(set) var right = 0
        /// The findings on a requirement that one of the defects violates, as heads of groups: they are the cause.
        package private(set) var own = 0
        /// The number of groups.
        package private(set) var groups = 0
        /// Defects with a group whose first finding is on a requirement that they violate.
        package private(set) var named: [String] = []
        /// Defects that have findings, but only below other causes.
        package private(set) var missed: [String] = []
        /// Defects without a finding on a requirement that they violate. Each of them alone has such a finding, so
        /// another defect of the combination hides them.
        package private(set) var hidden: [String] = []
        /// The causes of linked findings that none of the defects violates, each with the findings in words.
        package private(set) var wrong: [String: [String]] = [:]
        /// Why the run failed, if it did.
        package var failure: String?

        package init(combination: DefectCombination) { self.combination = combination }

        /// Compares the causes of the run with the defects.
        ///
        /// - Parameter broken: the requirements that each defect violates, as they are judged.
        package mutating func compare(_ causes: LikelyCauses, broken: [Set<String>]) {
            let all = broken.reduce(into: Set()) { $0.formUnion($1) }
            var found: Set<String> = []
            for group in causes.groups {
                let places = Set(group.members.map(Place.init))
                let consequences = places.filter { $0.requirement != group.requirement }
                findings += places.count
                linked += consequences.count
                found.formUnion(places.map(\.requirement))
                if all.contains(group.requirement) {
                    right += consequences.count
                    own += places.count - consequences.count
                } else if !consequences.isEmpty {
                    wrong[group.requirement] = consequences.map(\.description).sorted()
                }
            }
            groups = causes.groups.count
            let heads = Set(causes.groups.map(\.requirement))
            for (defect, broken) in zip(combination.defects, broken) {
                if !broken.isDisjoint(with: heads) {
                    named.append(defect.name)
                } else if !broken.isDisjoint(with: found) {
                    missed.append(defect.name)
                } else {
                    hidden.append(defect.name)
                }
            }
        }
    }

    /// A step of an instance that violates a requirement.
    private struct Place: Hashable, CustomStringConvertible {
        var instance: String
        var requirement: String
        var step: Substring

        var description: String { "\(requirement) in \(instance)" }

        init(_ member: LikelyCause.Member) {
            instance = member.instance
            requirement = member.finding.requirement
            step = member.finding.step.prefix { $0 != "#" }
        }
    }

    package let rows: [Row]

    package init(rows: [Row]) { self.rows = rows }

    /// The least shares, in percent, for the causes to be good enough.
    package static let leastRight = 85
    package static let leastNamed = 80

    /// The share of right causes says little about fewer linked findings.
    package static let leastLinked = 20

    /// Whether the causes are good enough.
    package var isSound: Bool {
        (right >= Self.leastRight || rows.sum(\.linked) < Self.leastLinked) && named >= Self.leastNamed
            && rows.allSatisfy { $0.failure == nil }
    }

    /// The linked findings whose cause is a requirement that a defect violates, in percent.
    package var right: Int { Self.percent(rows.sum(\.right), of: rows.sum(\.linked)) }

    /// The combinations in which every defect that is not hidden heads a group, in percent.
    package var named: Int { Self.percent(rows.count { $0.missed.isEmpty && $0.failure == nil }, of: rows.count) }

    private static func percent(_ part: Int, of whole: Int) -> Int { whole == 0 ? 100 : 100 * part / whole }
}

extension [CombinationOutcome.Row] {
    /// The sum of a count over all combinations.
    func sum(_ count: (Element) -> Int) -> Int { reduce(0) { $0 + count($1) } }
}
