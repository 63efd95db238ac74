import HAPModel
import MarkedYAML
import Testing

@testable import SuiteLanguage

@Suite("When a requirement applies")
struct ApplicabilityTests {
    /// Whether a condition with this one predicate holds for an accessory with these services.
    private func holds(_ predicate: String, _ services: [JSON]) throws -> Ternary {
        let text = "mapping:\n  it is so: [\(predicate)]\n"
        let applicability = try Applicability(SuiteFile(path: "requirements/applies.yaml", text: text))
        let capabilities = Capabilities(
            database: AttributeDatabase(["accessories": [["aid": 1, "services": .array(services)]]]),
            catalogue: try RealSuites.catalogue.get(),
            declared: [],
            mayActuate: false,
            mayDestroy: false,
            hasSetupCode: true,
            stimuli: []
        )
        return applicability.holds("it is so", for: capabilities)
    }

    private func service(_ type: String, _ iid: Int, linked: [JSON] = [], _ characteristics: [JSON] = []) -> JSON {
        [
            "type": .string(type), "iid": JSON(iid), "linked": .array(linked),
            "characteristics": .array(characteristics),
        ]
    }

    private func isYes(_ predicate: String, _ services: [JSON]) throws -> Bool {
        try holds(predicate, services) == .yes
    }

    @Test("A link counts from the one service to the other")
    func links() throws {
        let predicate = "{linked-service: {from: BB, to: B7}}"
        let fan = service("B7", 20)
        #expect(try isYes(predicate, [service("BB", 10, linked: [20]), fan]))
        #expect(try !isYes(predicate, [service("BB", 10), fan]))
        #expect(try !isYes(predicate, [service("BB", 10, linked: [30]), fan, service("BA", 30)]))
        #expect(try !isYes(predicate, [service("BB", 10), service("B7", 20, linked: [10])]))
        #expect(try !isYes(predicate, [fan]))
        #expect(
            try isYes(
                "linked-chain",
                [service("BB", 10, linked: [20]), service("B7", 20, linked: [30]), service("B9", 30)]
            )
        )
        #expect(try !isYes("linked-chain", [service("BB", 10, linked: [20]), fan]))
    }

    @Test("Services are counted in each accessory", arguments: [(1, false, true), (2, true, false), (3, true, false)])
    func counts(count: Int, severalHolds: Bool, oneHolds: Bool) throws {
        let switches = (1...count).map { service("89", $0) }
        #expect(try isYes("{has-service: {type: [\"89\"], min: 2}}", switches) == severalHolds)
        #expect(try isYes("{has-service: {type: [\"89\"], min: 1, max: 1}}", switches) == oneHolds)
    }

    @Test("Values, hidden services and enumerations of characteristics")
    func characteristics() throws {
        func valve(_ value: JSON, _ permissions: [JSON] = ["pr"]) -> [JSON] {
            [
                service(
                    "D0",
                    1,
                    [["type": "D5", "iid": 2, "format": "uint8", "perms": .array(permissions), "value": value]]
                )
            ]
        }
        let irrigates = "{characteristic-value: {type: D5, value: 1}}"
        #expect(try isYes(irrigates, valve(1)))
        #expect(try !isYes(irrigates, valve(0)))
        #expect(try isYes("all-hidden-service", valve(1, ["pr", "hd"])))
        #expect(try !isYes("all-hidden-service", valve(1)))
        #expect(try isYes("partial-enumeration", valve(1)))
        #expect(try !isYes("extended-service", valve(1)))
        #expect(try isYes("extended-service", [service("D0", 1, [["type": "D3", "iid": 2]])]))
    }

    @Test("A predicate that Assay cannot evaluate leaves the requirement open, and no case can prove it")
    func unknown() throws {
        guard case .unknown(let reason) = try holds("seen", []) else {
            Issue.record("the condition is known")
            return
        }
        #expect(reason.contains("`seen` cannot be observed on this transport yet"))
        let suite = """
            chapter: a
            section: b
            title: t
            cases:
              x.y: {title: t, proves: HAP-CORE-092, steps: [{database: {}, expect: {outcome: success}}]}

            """
        let files = try RealSuites.files.get().filter {
            $0.path.hasPrefix("vocabulary/") || $0.path.hasPrefix("requirements/")
        }
        let problems: [String]
        do {
            _ = try SuiteLibrary(files + [SuiteFile(path: "a/b.yaml", text: suite)])
            problems = []
        } catch {
            problems = error.problems.map(\.description)
        }
        #expect(
            problems == [
                "a/b.yaml:5:3: no run would judge HAP-CORE-092: Assay cannot evaluate `seen`, the condition of `uses kTLVError_Backoff`"
            ]
        )
    }
}
