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
            complaint: "7:5: unknown key `prooves`; did you mean `proves`?"
        ),
        BrokenSuite(
            testDescription: "an unknown requirement",
            lines: """
                proves: HAP-WRITE-999
                each: {characteristic: {has: [pr, pw]}}
                steps: [{write: {it: v1}, expect: {outcome: success}}]
                """,
            complaint: "7:13: unknown requirement `HAP-WRITE-999`; did you mean `HAP-WRITE-009`"
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
            complaint: "9:14: unknown verb `wryte`; did you mean `write`?"
        ),
        BrokenSuite(
            testDescription: "an unknown permission",
            lines: """
                proves: HAP-WRITE-009
                each: {characteristic: {has: [pr, pww]}}
                steps: [{write: {it: v1}, expect: {outcome: success}}]
                """,
            complaint: "8:39: unknown word `pww`; did you mean `pw`?"
        ),
        BrokenSuite(
            testDescription: "an unknown type",
            lines: """
                proves: HAP-WRITE-009
                each: {characteristic: {type: On}}
                steps: [{write: {it: v1}, expect: {outcome: success}}]
                """,
            complaint: "8:35: unknown characteristic type `On`; did you mean `on`?\n"
        ),
        BrokenSuite(
            testDescription: "an unknown service",
            lines: """
                proves: HAP-WRITE-009
                each: {characteristic: {type: on, service: Lightbulbb}}
                steps: [{write: {it: v1}, expect: {outcome: success}}]
                """,
            complaint: "8:48: unknown service type `Lightbulbb`; did you mean `lightbulb`?\n"
        ),
        BrokenSuite(
            testDescription: "an unknown format",
            lines: """
                proves: HAP-WRITE-009
                each: {characteristic: {format: intt}}
                steps: [{write: {it: v1}, expect: {outcome: success}}]
                """,
            complaint:
                "8:37: unknown word `intt`; did you mean `int`?"
        ),
        BrokenSuite(
            testDescription: "an unknown field",
            lines: """
                proves: HAP-READ-001
                each: {characteristic: {has: [pr]}}
                steps: [{read: it, expect: {field: {entry.valeu: 3}}}]
                """,
            complaint: "9:41: unknown field `entry.valeu` of entries; did you mean `entry.value`?\n"
        ),
        BrokenSuite(
            testDescription: "a field of another observation that it cannot have",
            lines: """
                proves: HAP-READ-001
                each: {characteristic: {has: [pr]}}
                steps:
                - {database: {}, as: db}
                - {read: it, expect: {field: {entry.value: {equals: db.of.itt.value}}}}
                """,
            complaint: "11:57: unknown field `db.of.itt.value` of exchange; did you mean `db.of.it`?\n"
        ),
        BrokenSuite(
            testDescription: "a characteristic with the name of a key",
            lines: """
                proves: HAP-WRITE-009
                one: {on: {type: on}}
                steps: [{write: {on: true}, expect: {outcome: success}}]
                """,
            complaint: "8:11: `on` already has a meaning; choose another name\n"
        ),
        BrokenSuite(
            testDescription: "no YAML",
            lines: "steps: [",
            complaint: "8:1: did not find expected node content"
        ),
    ]
}
