import AssayKit
import Checkout
import HAPAccessory
import HAPCrypto
import HAPModel
import Judge
import Measurement
import SelfTest
import SuiteLanguage
import Testing

@Suite("A restart of the accessory")
struct RestartTests {
    private static func matrix(_ patterns: [String]) throws -> (DefectMatrix, SimulatorLibrary) {
        let library = try Checkout.library
        let simulators = try SimulatorLibrary(library.files, requirements: library.requirements)
        return (
            DefectMatrix(
                library: library,
                simulators: simulators,
                entrance: InProcessIP(),
                beside: [InProcessThread()],
                selection: Selection(patterns: patterns)
            ), simulators
        )
    }

    @Test(
        "What an accessory loses, keeps or changes over a restart is found by the case about it",
        arguments: [
            "iids-change-on-reboot": "restart.database", "subscription-survives-reboot": "restart.subscriptions",
            "pairing-lost-on-power-cut": "restart.pairing",
        ]
    )
    func defects(_ defect: String, _ caseID: String) async throws {
        let (matrix, simulators) = try Self.matrix(["restart.*"])
        let rows = await matrix.rows([try #require(simulators.defect(defect))], .firstKill)
        #expect(rows.map(\.fate) == [.killed(by: [caseID])])
    }

    @Test("Defects that act only after a restart are found, because a run restarts the accessory before other cases")
    func variants() async throws {
        let (matrix, simulators) = try Self.matrix([])
        let claimed = simulators.defects.filter(matrix.isClaimed)
        let variants = VariantGenerator(simulators).variants(of: claimed).filter { $0.dimension == .restart }
        let sample = variants.enumerated().filter { $0.offset % 40 == 0 }.map(\.element.defect)
        #expect(sample.count >= 5)
        for row in await matrix.rows(sample, .firstKill) {
            guard case .killed = row.fate else {
                Issue.record("\(row.defect.name): \(row.fate)")
                continue
            }
        }
    }

    @Test("Over Thread, conformant accessories pass the cases about restarts")
    func overThread() async throws {
        let library = try Checkout.library
        let outcome = try await ConformantRuns(
            library: library,
            simulators: try Checkout.simulators,
            entrance: InProcessThread(),
            selection: Selection(patterns: ["restart.*"])
        ).carryOut()
        #expect(outcome.falseAlarms.map { "\($0.accessory): \($0.verdict.reason ?? ""): \($0.verdict.instance)" } == [])
        #expect(outcome.passes > 0)
    }

    @Test("An accessory keeps values, pairings and c# over a restart")
    func kept() throws {
        let (_, simulators) = try Self.matrix([])
        let definition = try #require(simulators.accessory("lightbulb"))
        let random = SeededRandom(seed: 1)
        let core = AccessoryCore(definition, state: PersistentState(random: random), random: random)
        var host = AccessoryHost(core)
        let brightness = try #require(CharacteristicID("1.52"))
        #expect(host.set(brightness, 40, now: .init(nanoseconds: 0)) != nil)
        let before = host.core.state
        host.restart()
        #expect(host.core.value(of: brightness) == 40)
        #expect(host.core.state == before)
    }
}
