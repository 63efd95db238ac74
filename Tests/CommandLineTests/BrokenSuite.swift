import Testing

/// A suite with one error, and the expected message.
struct BrokenSuite: CustomTestStringConvertible {
    var testDescription: String
    /// The lines of its only case.
    var lines: String
    /// `LINE:COLUMN: MESSAGE`, or the start of it.
    var complaint: String

    var text: String {
        """
        chapter: characteristics
        section: broken
        title: "Broken"
        cases:
          broken.one:
            title: "Broken"
        \(lines.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n"))

        """
    }

    static let all = [
        BrokenSuite(
            testDescription: "an unknown key",
            lines: """
                prooves: HAP-WRITE-009
                each: {characteristic: {has: [pr, pw]}}
                steps: [{write: {it: v1}, expect: {outcome: success}}]
                """,
            complaint: "7:5: unknown key `prooves`; expected one of "
        ),
        BrokenSuite(
            testDescription: "an unknown requirement",
            lines: """
                proves: HAP-WRITE-999
                each: {characteristic: {has: [pr, pw]}}
                steps: [{write: {it: v1}, expect: {outcome: success}}]
                """,
            complaint: "7:13: unknown requirement `HAP-WRITE-999`; see Suites/requirements"
        ),
        BrokenSuite(
            testDescription: "an unused variable",
            lines: """
                proves: HAP-WRITE-009
                each: {characteristic: {has: [pr, pw]}}
                rows: [1, 2]
                steps: [{write: {it: v1}, expect: {outcome: success}}]
                """,
            complaint: "9:5: no step of broken.one uses `row`"
        ),
        BrokenSuite(
            testDescription: "a step that proves nothing",
            lines: """
                each: {characteristic: {has: [pr, pw]}}
                steps: [{write: {it: v1}, expect: {outcome: success}}]
                """,
            complaint: "8:39: the expectation needs the requirement that it `proves`"
        ),
        BrokenSuite(
            testDescription: "an unknown verb",
            lines: """
                proves: HAP-WRITE-009
                each: {characteristic: {has: [pr, pw]}}
                steps: [{wryte: {it: v1}, expect: {outcome: success}}]
                """,
            complaint: "9:14: unknown verb `wryte`; expected one of "
        ),
        BrokenSuite(
            testDescription: "no YAML",
            lines: "steps: [",
            complaint: "8:1: did not find expected node content"
        ),
    ]
}
