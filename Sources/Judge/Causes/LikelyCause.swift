/// A finding that explains others of its run, and the findings that evidence links to it.
package struct LikelyCause: Sendable, Hashable {
    /// A finding of the group.
    package struct Member: Sendable, Hashable {
        package var instance: String
        package var finding: Finding
    }

    /// The finding that shows the cause.
    package var finding: Finding
    /// The instance in which it was found.
    package var instance: String
    package var caseID: String
    /// All findings of the group: those on the cause's requirement, and their consequences.
    package var members: [Member]

    /// The requirement.
    package var requirement: String { finding.requirement }
    /// The number of instances with findings of the group.
    package var instances: Int { Set(members.map(\.instance)).count }
    /// The number of requirements in the group.
    package var requirements: Int { Set(members.map(\.finding.requirement)).count }
    /// Failed, if a finding of the group fails.
    package var severity: Finding.Severity {
        members.contains { $0.finding.severity == .failed } ? .failed : .warned
    }
}
