import MarkedYAML
import Testing

@testable import SuiteLanguage

@Suite("Wrong files")
struct BadFileTests {
    private func problems(_ path: String, _ text: String) throws -> [String] {
        try RealSuites.loader.get().load(SuiteFile(path: path, text: text)).problems.map(\.description)
    }

    private func problems(of files: [SuiteFile]) -> [String] {
        do {
            _ = try SuiteLibrary(files)
            return []
        } catch {
            return error.problems.map(\.description)
        }
    }

    private static let suite =
        "chapter: a\nsection: b\ntitle: t\ncases:\n  x.y:\n    title: t\n    proves: R-1\n    "
        + "steps: [{look: 1, expect: {seen: true}}]\n"
    private static let vocabulary = """
        verbs:
        - {verb: look, meaning: m, session: open, shorthand: at, observes: sight, example: "look: 1", parameters:
            [{name: at, type: number, range: [0, 9], meaning: m}]}
        predicates: [{predicate: seen, meaning: m, argument: a, type: bool, test: {path: p, equals: argument}, says: s}]
        observations: [{observation: sight, meaning: m, fields: {p: m}}]
        """
    private static let requirement = """
        requirements:
        - id: R-1
          source: s
          level: must
          subject: accessory
          transports: [ip]
          applies: always
          requires: r
          observe: o
          defect: d
          automatic: "yes"

        """

    private func files(
        suite: String = suite,
        vocabulary: String = vocabulary,
        requirement: String = requirement,
        more: [SuiteFile] = []
    ) -> [SuiteFile] {
        [
            SuiteFile(path: "a/b.yaml", text: suite), SuiteFile(path: "requirements/r.yaml", text: requirement),
            SuiteFile(path: "vocabulary/v.yaml", text: vocabulary),
        ] + more
    }

    @Test(
        "A predicate has a text for every form of its argument",
        arguments: [
            ("{true: a}", "`false`"), ("{else: a}", nil), ("{true: a, false: b}", nil), ("{\"false\": b}", "`true`"),
        ] as [(String, String?)]
    )
    func wording(_ says: String, _ missing: String?) {
        let vocabulary = Self.vocabulary.replacing("says: s}", with: "says: \(says)}")
        let complaint = missing.map {
            "vocabulary/v.yaml:4:110: the predicate has no text for an argument with \($0)"
        }
        #expect(problems(of: files(vocabulary: vocabulary)) == (complaint.map { [$0] } ?? []))
    }

    @Test("A minimal library loads")
    func small() { #expect(problems(of: files()) == []) }

    @Test("A file must be where its chapter and section say")
    func wrongFolder() throws {
        #expect(
            try problems("pairing/setup.yaml", "chapter: pairing\nsection: pair-setup\ntitle: t\ncases: {}\n")
                == [
                    "pairing/setup.yaml:1:1: chapter pairing, section pair-setup needs the file pairing/pair-setup.yaml"
                ]
        )
    }

    @Test("An unknown key of a file is reported with its place")
    func unknownKey() throws {
        #expect(
            try problems("a/b.yaml", "chapter: a\nsection: b\ncase: {}\n")
                == ["a/b.yaml:3:1: unknown key `case`; did you mean `cases`?"]
        )
    }

    @Test("A case id is lower-case words with a point", arguments: ["Busy", "pair-setup", "a.b.", "a b.c", "1/2"])
    func caseID(_ id: String) throws {
        #expect(
            try problems("a/b.yaml", "chapter: a\nsection: b\ntitle: t\ncases:\n  \(id): {}\n")
                == ["a/b.yaml:5:3: malformed case id `\(id)`; expected lower-case words such as pair-setup.busy"]
        )
    }

    @Test("Every wrong case is reported, not only the first")
    func everyCase() throws {
        let text = "chapter: a\nsection: b\ntitle: t\ncases:\n  x.a: {title: t}\n  x.b: {titel: t}\n  x.c: 1\n"
        let said = try problems("a/b.yaml", text)
        #expect(said.count == 3)
        #expect(said.last == "a/b.yaml:7:8: expected a mapping, not `1`")
    }

    @Test("A duplicate case id is reported with both places, in one file and in two")
    func duplicateCase() {
        let other = Self.suite.replacing("section: b", with: "section: c")
        #expect(
            problems(of: files(more: [SuiteFile(path: "a/c.yaml", text: other)]))
                == ["a/c.yaml:5:3: duplicate case x.y, first at a/b.yaml:5:3"]
        )
        #expect(
            problems(of: files(suite: Self.suite + "  x.y: {}\n"))
                == ["a/b.yaml:9:3: duplicate key `x.y` in the mapping"]
        )
    }

    @Test("A wrong requirement is reported with its place, and no suite is blamed for it")
    func wrongRequirement() {
        #expect(
            problems(of: files(requirement: Self.requirement.replacing("level: must", with: "level: shall")))
                == [
                    "requirements/r.yaml:4:10: unknown word `shall`; expected one of may, must, must-not, should, should-not"
                ]
        )
        #expect(
            problems(of: files(requirement: Self.requirement + "- id: R-1\n"))
                == ["requirements/r.yaml:12:3: `level` is missing"]
        )
        let twice = Self.requirement + Self.requirement.split(separator: "\n").dropFirst().joined(separator: "\n")
        #expect(
            problems(of: files(requirement: twice))
                == ["requirements/r.yaml:12:3: duplicate requirement R-1, first at requirements/r.yaml:2:3"]
        )
    }

    @Test("A requirement applies under a condition that applies.yaml has")
    func conditions() {
        let conditions = SuiteFile(path: "requirements/applies.yaml", text: "mapping: {always: [], is bridge: []}\n")
        #expect(problems(of: files(more: [conditions])).isEmpty)
        let wrong = Self.requirement.replacing("applies: always", with: "applies: allways")
        #expect(
            problems(of: files(requirement: wrong, more: [conditions]))
                == ["requirements/r.yaml:7:12: unknown condition `allways`; did you mean `always`?"]
        )
    }

    @Test("A requirement can only be a consequence of another one that is known and judged itself")
    func consequences() {
        func problems(_ lines: String) -> [String] {
            self.problems(of: files(requirement: Self.requirement + lines))
        }
        func entry(_ id: String, _ more: String) -> String {
            Self.requirement.split(separator: "\n").dropFirst().joined(separator: "\n")
                .replacing("id: R-1", with: "id: \(id)") + "\n  \(more)\n"
        }
        #expect(
            problems("  consequence-of: [R-2]\n")
                == ["requirements/r.yaml:12:20: unknown requirement `R-2` in `consequence-of`; see Suites/requirements"]
        )
        #expect(
            problems("  consequence-of: [R-3]\n" + entry("R-2", "note: n") + entry("R-3", "same-as: R-2"))
                == ["requirements/r.yaml:12:20: R-3 is the same as R-2; name R-2"]
        )
        #expect(
            problems("  consequence-of: [R-2]\n" + entry("R-2", "consequence-of: [R-1]")) == [
                "requirements/r.yaml:12:20: R-1 cannot be a consequence of R-2, which is a consequence of it",
                "requirements/r.yaml:23:20: R-2 cannot be a consequence of R-1, which is a consequence of it",
            ]
        )
    }

    @Test(
        "An error in the vocabulary is reported with its place",
        arguments: [
            ("observes: sight", "observes: sigt", "2:3: unknown observation `sigt`; did you mean `sight`?"),
            ("shorthand: at", "shorthand: ad", "2:3: the shorthand `ad` is not a parameter of `look`"),
            (
                "equals: argument", "is: argument",
                "4:85: unknown operator `is`; expected one of at-least, at-most, differs, "
                    + "equals, excludes, includes, kind, length, matches, none-of, one-of, present, unique"
            ),
            (", equals: argument", "", "4:75: the condition on `p` has no comparison"),
            ("type: bool, ", "", "4:14: the predicate needs the `type` of its argument, or its `keys`"),
            ("range: [0, 9], ", "", "3:6: the parameter takes numbers, so it needs a `range`"),
            ("[0, 9]", "[0]", "3:38: the range is malformed; expected [lowest, highest]"),
            ("[0, 9]", "[9, 0]", "3:42: expected a whole number from 9 to 9223372036854775807, not 0"),
            ("session: open", "session: shut", "2:37: unknown word `shut`; expected one of either, open, secured"),
        ]
    )
    func wrongVocabulary(_ right: String, _ wrong: String, _ message: String) {
        let text = Self.vocabulary.replacing(right, with: wrong)
        #expect(problems(of: files(vocabulary: text)) == ["vocabulary/v.yaml:" + message])
    }

    @Test("A duplicate word in the vocabulary is reported with both places")
    func vocabularyTwice() {
        let more = SuiteFile(path: "vocabulary/w.yaml", text: Self.vocabulary)
        #expect(
            problems(of: files(more: [more]))
                == ["vocabulary/w.yaml:2:3: duplicate verb `look`, first at vocabulary/v.yaml:2:3"]
        )
    }
}
