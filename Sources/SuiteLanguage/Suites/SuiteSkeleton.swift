/// A new suite file with one case, which its author changes.
package struct SuiteSkeleton: Sendable {
    /// `characteristics`
    package let chapter: String
    /// `dimmers`
    package let section: String
    /// The requirement that the case proves.
    package let requirement: Requirement

    /// - Parameter name: the chapter and the section: `characteristics/dimmers`.
    /// - Returns: `nil` if the name is malformed, or if files of that folder are not suites.
    package init?(_ name: String, proves requirement: Requirement) {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, parts.allSatisfy(SuiteWord.isName), SuiteLibrary.isSuite(name + ".yaml") else {
            return nil
        }
        (chapter, section) = (parts[0], parts[1])
        self.requirement = requirement
    }

    /// The line with which editors find the schema of suites.
    package static let schemaLine = "# yaml-language-server: $schema=../schemas/suite.schema.json"

    /// The file. It loads, and its case is about the requirement, but only its author can say what it must do.
    package var file: SuiteFile {
        SuiteFile(
            path: "\(chapter)/\(section).yaml",
            text: """
                \(Self.schemaLine)
                chapter: \(chapter)
                section: \(section)
                title: "What this section is about"
                cases:
                  # \(requirement.id) (\(requirement.level.rawValue)): \(requirement.requires)
                  \(section).example:
                    title: "What the accessory does, in one sentence"
                    proves: \(requirement.id)
                    # The characteristic on which it runs. `assay inspect` prints the types of an accessory.
                    one: {it: {has: [pr]}}
                    steps:
                    - {read: it, expect: {outcome: success}}

                """
        )
    }
}
