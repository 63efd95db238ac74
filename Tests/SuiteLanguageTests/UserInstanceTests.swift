import HAPModel
import SuiteLanguage
import Testing

@Suite("Instances by a user")
struct UserInstanceTests {
    /// The plan of some real cases for a lightbulb with a lock.
    private func plan(_ cases: [String]) throws -> [Instance] {
        let database = try JSON.parse(
            Array(
                """
                {"accessories": [{"aid": 1, "services": [
                {"iid": 8, "type": "43", "characteristics": [
                {"iid": 9, "type": "25", "format": "bool", "perms": ["pr", "pw", "ev"]},
                {"iid": 10, "type": "8", "format": "int", "perms": ["pr", "pw", "ev"], "minValue": 0, "maxValue": 100}]},
                {"iid": 20, "type": "44", "characteristics": [
                {"iid": 21, "type": "1", "format": "bool", "perms": ["pr", "pw"]},
                {"iid": 22, "type": "1A", "format": "uint32", "perms": ["pr", "pw"]}]}]}]}
                """.utf8
            )
        )
        let capabilities = Capabilities(
            transport: "ip",
            database: AttributeDatabase(database),
            catalogue: try RealSuites.catalogue.get(),
            mayActuate: true,
            mayDestroy: true,
            hasSetupCode: true,
            stimuli: []
        )
        return Planner(library: try RealSuites.library.get(), capabilities: capabilities, seed: 1)
            .plan(Selection(patterns: cases)).instances
    }

    @Test("The first characteristic and each row is tested again by a user, after all others")
    func copies() throws {
        let names = try plan(["write.round-trip", "write.above-maximum"]).map(\.name)
        let first = try #require(names.firstIndex { $0.contains("by=user") })
        #expect(names[first...].allSatisfy { $0.contains("by=user; over=ip]") })
        #expect(names[first...].count { $0.hasPrefix("write.round-trip[lightbulb.on; ") } == 1)
        #expect(names[first...].count { $0.hasPrefix("write.round-trip") } == 1)
        #expect(names[..<first].count { $0.hasPrefix("write.round-trip[lightbulb.") } == 2)
    }

    @Test(
        "What waits for long, is about pairings, names the administrator or concerns administrators is not repeated by a user",
        arguments: [
            "events.coalesced", "pairings.*", "pair-verify.low-order", "pair-setup.*", "identify.unpaired", "lock.*",
            "request.smuggled",
        ]
    )
    func originals(pattern: String) throws {
        #expect(try plan([pattern]).allSatisfy { !$0.isByUser })
    }

    @Test("A case about meaning that waits for a few seconds is repeated by a user")
    func waits() throws {
        #expect(try plan(["events.own-write"]).count(where: \.isByUser) == 1)
    }

    @Test("Characteristics that a state of their service keeps for administrators are not tested by a user")
    func administrators() throws {
        let plan = try plan(["write.*", "read.*"])
        #expect(plan.contains { !$0.isByUser && $0.characteristics.values.contains(CharacteristicID(aid: 1, iid: 22)) })
        #expect(plan.allSatisfy { !$0.isByUser || $0.characteristics.values.allSatisfy { $0.iid < 20 } })
        // A step that names all characteristics names those, too.
        #expect(plan.contains { $0.caseID == "read.all" })
        #expect(plan.allSatisfy { $0.caseID != "read.all" || !$0.isByUser })
    }
}
