/// The forms of JUnit XML that Assay writes. No document satisfies the schemas of all readers.
package enum JUnitFlavour: String, Sendable, CaseIterable {
    /// One file that is valid for the schema of Ant and for the junit-10 schema of the Jenkins xUnit plugin.
    case strict
    /// One file for each suite, valid for the schema of Maven Surefire.
    case surefire
    /// One file with more than schemas allow: requirements, outcome, file, line and time of each case, and the device,
    /// its firmware and the digest of the suites.
    case rich
}
