import MarkedYAML
import Testing

@testable import SuiteLanguage

@Suite("The suites of this checkout")
struct RealSuitesTests {
    @Test("Vocabulary, requirements, conditions and suites load without a problem")
    func loads() throws {
        let library = try SuiteLibrary(try RealSuites.files.get())
        #expect(library.requirements.ids.count > 1500)
        #expect(!library.cases.isEmpty)
    }

    @Test("The requirements that the vocabulary names exist")
    func vocabularyRequirements() throws {
        let library = try RealSuites.library.get()
        let named =
            library.vocabulary.observations.flatMap(\.doubts).flatMap(\.requirements)
            + library.vocabulary.verbs.compactMap(\.reliance?.requirement)
            + library.vocabulary.verbs.compactMap(\.lastsBy)
            + library.vocabulary.transports.flatMap(\.sessions)
        #expect(named.count >= 3)
        for id in named { #expect(library.requirements[id] != nil, "\(id)") }
    }

    @Test("Only cases that wait for half a minute, or lock the accessory, have the tag slow")
    func slowIsTagged() throws {
        for item in try RealSuites.library.get().cases {
            let isSlow = item.likelySeconds - item.sharedSilence >= 30 || item.state.tries > StateContract.triesCeiling
            #expect(item.tags.contains("slow") == isSlow, "\(item.mark): \(item.id) waits \(item.likelySeconds) s")
        }
    }

    @Test("Every condition of an accessory's requirement has an entry, and no entry is unused")
    func conditionsAreTyped() throws {
        let library = try RealSuites.library.get()
        let accessory = library.requirements.all.filter { $0.subject == "accessory" }
        let untyped = accessory.filter { !library.applicability.knows($0.applies) }
        #expect(untyped.isEmpty, "\(untyped.map { "\($0.mark): \($0.id): `\($0.applies)`" })")
        let used = Set(library.requirements.all.map(\.applies))
        #expect(library.applicability.conditions.filter { !used.contains($0) }.sorted() == [])
    }

    @Test("A requirement that is the same as another names an existing one that is not itself such a reference")
    func sameAs() throws {
        let requirements = try RealSuites.library.get().requirements
        for requirement in requirements.all {
            guard let other = requirement.sameAs else { continue }
            #expect(requirements[other] != nil, "\(requirement.id) names \(other), which is not there")
            #expect(requirements[other]?.sameAs == nil, "\(requirement.id) names \(other), which names another")
        }
    }

    @Test("No case depends on a requirement of controllers, or on one that is not observable")
    func citedRequirementsAreVisible() throws {
        let library = try RealSuites.library.get()
        for item in library.cases {
            for id in item.allProves + item.rowProves {
                let requirement = try #require(library.requirements[id])
                #expect(requirement.subject == "accessory", "\(item.mark): \(id) is about controllers")
                #expect(requirement.automatic != .no, "\(item.mark): \(id) does not show on the wire")
            }
        }
    }

    @Test("Every verb's example is a step that the loader accepts")
    func examples() throws {
        for verb in try RealSuites.vocabulary.verbs {
            let isOverIP = verb.over.includes("ip")
            let text = SuiteText(
                case: """
                    over: \(isOverIP ? "ip" : "thread")
                    one: {it: {has: [pr]}}
                    steps:
                    - {write: {it: v1}, on: b, capture: {frame: f}}
                    - {\(isOverIP ? "send" : "coap"): {frame: f}, on: b}
                    - \(verb.example)
                      expect: {field: {summary: {kind: string}}}
                    """
            )
            let (cases, problems) = try text.load()
            #expect(problems == [], "\(verb.name)")
            #expect(cases.count == 1)
        }
    }

    @Test("Every predicate's test uses fields that its observations have")
    func predicatePaths() throws {
        let vocabulary = try RealSuites.vocabulary
        for predicate in vocabulary.predicates {
            for path in predicate.test.paths where path != "argument" && !path.hasPrefix("argument.") {
                let kinds =
                    predicate.observations.isEmpty ? vocabulary.observations.map(\.name) : predicate.observations
                for kind in predicate.observations.isEmpty ? [] : kinds {
                    #expect(vocabulary.has(path, [kind]), "\(predicate.name) looks at \(path) of \(kind)")
                }
                #expect(vocabulary.has(path, kinds), "\(predicate.name) looks at \(path)")
            }
        }
        for outcome in vocabulary.outcomes {
            for transport in vocabulary.transportNames {
                for path in outcome.test(over: transport)?.paths ?? [] {
                    let reach = vocabulary.reach(ofField: path, ["pairing", "entries"])
                    #expect(vocabulary.has(path, ["pairing", "entries"]), "\(outcome.name) looks at \(path)")
                    #expect(reach.includes(transport), "\(outcome.name) looks at \(path) over \(transport)")
                }
            }
        }
    }

    @Test("A file is a suite because of its folder, regardless of other files")
    func whichFilesAreSuites() {
        #expect(SuiteLibrary.isSuite("pairing/pair-setup.yaml"))
        for path in [
            "README.yaml", "requirements/ip.yaml", "catalogue/x.yaml", "accessories/lock.yaml", "pairing/x.json",
        ] {
            #expect(!SuiteLibrary.isSuite(path))
        }
    }
}

extension Vocabulary {
    /// Whether a path can exist in an observation of one of these kinds.
    fileprivate func has(_ path: String, _ kinds: [String]) -> Bool {
        (try? FieldPaths(self, names: []).shape(of: path, kinds)) != nil
    }
}

extension SuiteLanguage.Test {
    /// Every path in the condition.
    fileprivate var paths: [String] {
        switch self {
        case .all(let tests), .any(let tests): return tests.flatMap(\.paths)
        case .not(let test): return test.paths
        case .compare(let path, _, .field(let other)): return [path, other]
        case .compare(let path, _, _): return [path]
        }
    }
}
