import Checkout
import Foundation
import HAPAccessory
import HAPModel
import Judge
import Measurement
import RunRecord
import SelfTest
import SuiteLanguage
import Testing

@testable import Runner

@Suite("A run survives what an accessory does to its state")
struct StrandingTests {
    /// Every behaviour alone, with `ASSAY_STRANDINGS=all`; a count of drawn combinations; the one of this name, whose parts
    /// are joined by ` + `; otherwise one that `ASSAY_SEED` chooses, so that each commit takes another one.
    private static let chosen: [Stranding] = {
        let environment = ProcessInfo.processInfo.environment
        return switch environment["ASSAY_STRANDINGS"] {
        case nil: [Stranding.all[(environment["ASSAY_SEED"].flatMap { Int($0) } ?? 0) % Stranding.all.count]]
        case "all": Stranding.all
        case let wanted?: UInt64(wanted).map { (1...$0).map(Stranding.drawn) } ?? [Stranding(named: wanted)]
        }
    }()

    /// Cases that change pairings and values, few enough to meet every behaviour whenever the tests run.
    private static let changing = Selection(
        patterns: [
            "pairings.add", "pairings.list", "pairings.remove", "pairings.remove-closes", "pairings.last-admin",
            "pairings.regular", "pair-setup.complete", "pair-setup.wrong-code", "pair-verify.complete",
            "write.round-trip", "write.several", "timed-write.executed",
        ],
        withoutTags: ["slow"]
    )

    /// The behaviours that cost two of these cases: those that need the answer to a removal, or a value that was put back. Any other
    /// costs one at most.
    private static let costly: Set = [
        "removes, and reports an error", "removes, and answers without a body", "takes the first ten writes only",
    ]

    /// What is left of a run at the accessory.
    struct Aftermath: Sendable {
        var result: RunResult
        var paired: [String]
        /// Values that differ from those before the run.
        var changed: [String]
        /// What the ledger still holds, in words.
        var owed: [String]
        var took: Duration
        /// How long it may take by its plan.
        var limit: Duration

        /// The instances that could not be judged, although they need nothing that was lost.
        var inconclusive: [Verdict] { result.verdicts.filter { $0.outcome == .inconclusive } }
    }

    private func aftermath(
        of stranding: Stranding,
        hasReset: Bool,
        _ selection: Selection = Selection(withoutTags: ["slow"])
    ) throws -> Aftermath {
        try StateFolder.with { folder in
            let meeting = Meeting(
                faults: stranding.faults,
                hasStimulus: hasReset,
                ledgerFolder: folder,
                library: try Checkout.library
            )
            return try meeting.run { encounter in
                let before = Self.values(of: encounter)
                let start = encounter.environment.clock.now
                let result = try await encounter.run(selection)
                let now = encounter.environment.clock.now
                let after = Self.values(of: encounter)
                return Aftermath(
                    result: result,
                    paired: encounter.paired,
                    changed: before.filter { after[$0.key] != $0.value }.map(\.key).sorted(),
                    owed: encounter.ledger?.debts().map(\.description) ?? [],
                    took: start.duration(to: now),
                    limit: RunTime(result.plan, encounter.settings, clock: encounter.environment.clock).limit
                )
            }
        }
    }

    private static func values(of encounter: Encounter) -> [String: JSON] {
        let database = encounter.database
        var values: [String: JSON] = [:]
        for accessory in database.accessories {
            for characteristic in accessory.services.flatMap(\.characteristics)
            where characteristic.has(.pairedWrite) && characteristic.has(.pairedRead) {
                guard let aid = accessory.aid, let iid = characteristic.iid else { continue }
                values["\(aid).\(iid)"] = encounter.value("\(aid).\(iid)")
            }
        }
        return values
    }

    @Test("Without a reset: pairings and values are back or named; 2 % is inconclusive at most", arguments: chosen)
    func withoutReset(_ stranding: Stranding) throws {
        let aftermath = try aftermath(of: stranding, hasReset: false)
        expectNothingLost(aftermath)
        expectJudged(aftermath, of: stranding, allowing: 0)
    }

    @Test("Each behaviour, in a run of the cases that change most", arguments: Stranding.all)
    func briefly(_ stranding: Stranding) throws {
        let aftermath = try aftermath(of: stranding, hasReset: false, Self.changing)
        expectNothingLost(aftermath)
        expectJudged(aftermath, of: stranding, allowing: Self.costly.contains(stranding.name) ? 2 : 1)
    }

    /// What is not as before the run is named.
    private func expectNothingLost(_ aftermath: Aftermath) {
        let named = aftermath.owed + [aftermath.result.end.message ?? ""]
        for identifier in aftermath.paired {
            #expect(named.contains { $0.contains(identifier) }, "\(identifier) is still paired, and not named")
        }
        for id in aftermath.changed {
            #expect(named.contains { $0.contains(id) }, "\(id) is changed, and not named")
        }
        #expect(!aftermath.result.verdicts.isEmpty)
        expectEnd(of: aftermath)
    }

    /// 2 % of the verdicts may be inconclusive for each behaviour, and a few more where there are few verdicts.
    private func expectJudged(_ aftermath: Aftermath, of stranding: Stranding, allowing few: Int) {
        guard stranding.needsReset == nil else { return }
        let inconclusive = aftermath.inconclusive.filter { verdict in
            !stranding.neverDoes.contains { verdict.reason?.contains($0) == true }
        }
        let reasons = Dictionary(grouping: inconclusive) { $0.reason ?? "" }
            .sorted { $0.value.count > $1.value.count }
            .map { "\($0.value.count) × \($0.key), in \($0.value.prefix(3).map(\.instance))" }
        #expect(
            50 * (inconclusive.count - few) <= stranding.parts * aftermath.result.verdicts.count,
            "\(inconclusive.count) of \(aftermath.result.verdicts.count): \(reasons.joined(separator: "; "))"
        )
    }

    @Test("With a reset: nothing is inconclusive because of a lost state", arguments: chosen)
    func withReset(_ stranding: Stranding) throws {
        let aftermath = try aftermath(of: stranding, hasReset: true)
        // A step of the case itself may not succeed, as a removal that gets no answer, or a measurement of writes that are
        // refused; and a fault that shows once, at one place, may be the link's. No state is lost then.
        let states =
            stranding.neverDoes + [
                "did not succeed", "could not be done", "the link to the accessory may be the cause",
                "both attempts were disturbed, and failed in different ways",
            ]
        let lost = aftermath.inconclusive.filter { verdict in
            !states.contains { verdict.reason?.contains($0) == true }
        }
        #expect(lost.map { "\($0.instance): \($0.reason ?? "")" } == [])
        expectEnd(of: aftermath)
    }

    /// The run ends in time: the last instance may begin just before the limit, and the clean-up comes after it.
    private func expectEnd(of aftermath: Aftermath) {
        let (took, limit) = (aftermath.took, aftermath.limit + .seconds(600))
        #expect(took <= limit, "the run took \(took), and may take \(limit)")
    }
}
