import HAPModel
import MarkedYAML
import SuiteLanguage
import Testing

@Suite("Cases and plans for an accessory with several transports")
struct SeveralTransportsTests {
    private static let requirement = """
        requirements:
        - {id: HAP-READ-001, source: s, level: must, subject: accessory, transports: [ip, ble, thread],
          applies: always, requires: r, observe: o, defect: "-", automatic: "yes"}

        """

    private func library(_ cases: String) throws -> SuiteLibrary {
        let files = try RealSuites.files.get().filter {
            $0.path.hasPrefix("vocabulary/") || $0.path.hasSuffix("applies.yaml")
        }
        let suite = "chapter: t\nsection: s\ntitle: T\ncases:\n" + cases
        return try SuiteLibrary(
            files + [
                SuiteFile(path: "requirements/r.yaml", text: Self.requirement),
                SuiteFile(path: "t/s.yaml", text: suite),
            ]
        )
    }

    private func plan(_ cases: String, over transports: [String]) throws -> Plan {
        let capabilities = try transports.map { transport in
            Capabilities(
                transport: transport,
                database: AttributeDatabase(["accessories": []]),
                catalogue: try RealSuites.catalogue.get(),
                mayActuate: true,
                mayDestroy: false,
                hasSetupCode: true,
                stimuli: []
            )
        }
        let planner = Planner(
            library: try library(cases),
            capabilities: capabilities[0],
            further: Array(capabilities.dropFirst()),
            seed: 1
        )
        var plan = planner.plan(Selection())
        plan.instances.removeAll(where: \.isByUser)
        return plan
    }

    private let cases = """
          a.neutral: {title: x, proves: HAP-READ-001, needs: any, steps: [{read: 1.2, expect: {outcome: success}}]}
          a.form: {title: x, proves: HAP-READ-001, needs: any, over: ip, steps: [{read: 1.2, expect: {http: 200}}]}
          a.pair:
            title: x
            proves: HAP-READ-001
            needs: any
            connections: {b: {over: other}}
            steps: [{read: 1.2, on: b, expect: {outcome: success}}]
          a.named:
            title: x
            proves: HAP-READ-001
            needs: any
            connections: {a: {over: thread}, b: {over: ip}}
            steps: [{read: 1.2, on: a, expect: {outcome: success}}, {read: 1.2, on: b, expect: {outcome: success}}]
          a.compared:
            title: x
            proves: HAP-READ-001
            document: identity
            checks: [{select: identity, expect: {field: {device-id: same}}}]

        """

    @Test("A neutral case has an instance for each transport, one with two transports for each ordered pair")
    func instances() throws {
        let plan = try plan(cases, over: ["ip", "thread"])
        #expect(
            plan.instances.map(\.name) == [
                "a.neutral[over=ip]", "a.neutral[over=thread]", "a.form[over=ip]", "a.pair[over=ip+thread]",
                "a.pair[over=thread+ip]", "a.named[over=thread+ip]", "a.compared[over=ip+thread]",
            ]
        )
        #expect(plan.skips.map(\.name) == [])
    }

    @Test("Three transports make six ordered pairs, and three that are only compared")
    func three() throws {
        let names = try plan(cases, over: ["ip", "ble", "thread"]).instances.map(\.name)
        #expect(names.filter { $0.hasPrefix("a.pair") }.count == 6)
        #expect(
            names.filter { $0.hasPrefix("a.compared") } == [
                "a.compared[over=ip+ble]", "a.compared[over=ip+thread]", "a.compared[over=ble+thread]",
            ]
        )
    }

    @Test("A case that needs two transports is skipped with this reason where only one is there")
    func skipped() throws {
        let plan = try plan(cases, over: ["ip"])
        #expect(plan.instances.map(\.name) == ["a.neutral[over=ip]", "a.form[over=ip]"])
        #expect(
            plan.skips.map { "\($0.name): \($0.reason)" } == [
                "a.pair: it needs two transports; this run reaches the accessory over ip only",
                "a.named: it needs thread and ip; this run reaches the accessory over ip only",
                "a.compared: it needs two transports; this run reaches the accessory over ip only",
            ]
        )
    }

    @Test(
        "A connection over another transport needs a case that runs over several",
        arguments: [
            ("over: ip, connections: {b: {over: other}}", "`over: other` needs a case for several transports"),
            ("over: ip, connections: {b: {over: thread}}", "thread"),
            (
                "connections: {a: {over: ip}, b: {over: other}}",
                "name transports, or one of them is `over: other`, but not both"
            ),
        ]
    )
    func rejected(keys: String, message: String) throws {
        let error = #expect(throws: SuiteProblems.self) {
            try library(
                "  a.x: {title: x, proves: HAP-READ-001, \(keys), steps: [{read: 1.2, on: b, expect: {outcome: success}}]}\n"
            )
        }
        #expect(error.map { "\($0)".contains(message) } == true, "\(String(describing: error))")
    }
}
