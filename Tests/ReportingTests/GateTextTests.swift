import Gate
import HAPModel
import Judge
import RunRecord
import Testing

@testable import Reporting

@Suite("The text of a gate") struct GateTextTests {
    private static let name = "write.below-minimum[lightbulb.brightness; row=below-minimum; over=ip]"

    /// A gate with many departures of each kind, and with many known failures.
    private static func gate() throws -> Gate {
        var verdicts: [Verdict] = []
        var baseline = Baseline(file: "known.yaml", skipped: [])
        for index in 0..<120 {
            let reason = "it needs a characteristic with the permission number \(index % 3); this accessory has none"
            verdicts.append(EditedRun.verdict("skipped-\(index)", .skipped, reason: reason))
            let failed = EditedRun.verdict("known-\(index).\(name)", .failed, [EditedRun.finding(evidence: [])])
            let changed = EditedRun.verdict("changed-\(index).\(name)", .failed, [EditedRun.finding(evidence: [])])
            verdicts += [failed, changed]
            verdicts.append(EditedRun.verdict("new-\(index).\(name)", .failed, [EditedRun.finding(evidence: [])]))
            verdicts.append(EditedRun.verdict("fixed-\(index).\(name)", .passed))
            let other = try #require(Fingerprint(text: "0123456789abcdef"))
            for (instance, print) in [
                (failed.instance, Fingerprint(failed)), (changed.instance, other), ("fixed-\(index).\(name)", other),
            ] {
                let reason = "HAP-WRITE-018: expected status -70410 (invalid value); got HTTP 204 No Content"
                baseline.failures.append(
                    KnownFailure(instance: instance, fingerprint: print, owner: "firmware", reason: reason)
                )
            }
        }
        return Gate(baseline, verdicts, today: nil, end: .completed)
    }

    @Test("Each block has a bounded number of lines of 80 columns, and counts what it leaves out")
    func bounded() throws {
        let blocks = try GateText(Self.gate()).blocks(isWhole: false).map { $0.map(\.string) }
        #expect(
            blocks.map(\.first) == [
                "known failures (120)", "new failures (120)", "changed failures (120)", "newly skipped (120)",
                "known failures that no longer fail (120)",
            ]
        )
        for block in blocks {
            #expect(block.count <= 26, "\(block)")
            for line in block { #expect(line.count <= 80, "\(line)") }
            let isFolded = block[0].hasPrefix("newly skipped")
            #expect(block.last?.hasSuffix(" more; `--verbose` lists them") != isFolded, "\(block)")
        }
    }

    @Test("Known failures of one case are counted together if their owner and their reason are the same")
    func foldedFailures() throws {
        let names = (1...20).map { "write.bool[lightbulb.on#\($0); over=ip]" }
        let verdicts = names.map { EditedRun.verdict($0, .failed, [EditedRun.finding(evidence: [])]) }
        var baseline = Baseline(file: "known.yaml", skipped: [])
        baseline.failures = verdicts.enumerated().map { index, verdict in
            KnownFailure(
                instance: verdict.instance,
                fingerprint: Fingerprint(verdict),
                owner: "firmware",
                reason: index == 19 ? "ticket 13" : "ticket 12"
            )
        }
        let text = GateText(Gate(baseline, verdicts, today: nil, end: .completed))
        let folded = text.blocks(isWhole: false).joined().map(\.string).joined(separator: " ")
        #expect(
            folded.split(separator: " ").joined(separator: " ")
                == "known failures (20) \(names[0]): firmware: ticket 12 (and 18 more like it: \(names[1]), \(names[2]), …) "
                + "\(names[19]): firmware: ticket 13"
        )
        #expect(text.blocks(isWhole: true).joined().count > names.count)
    }

    @Test("Instances that are newly skipped for one reason are counted together")
    func folded() throws {
        let blocks = try GateText(Self.gate()).blocks(isWhole: false).map { $0.map(\.string) }
        let block = try #require(blocks.first { $0[0].hasPrefix("newly skipped") })
        let words = block.joined(separator: " ").split(separator: " ").joined(separator: " ")
        #expect(
            words.contains(
                "skipped-0 is skipped, and the baseline does not list it as skipped: it needs a characteristic with the "
                    + "permission number 0; this accessory has none (and 39 more like it: skipped-3, skipped-6, …)"
            ),
            "\(words)"
        )
    }

    @Test("The whole text names each instance")
    func whole() throws {
        let text = try GateText(Self.gate()).blocks(isWhole: true).flatMap { $0 }.map(\.string).joined(separator: "\n")
        for index in 0..<120 {
            for kind in ["skipped", "known", "changed", "new", "fixed"] {
                let starts = [" ", "."].map { "\n  \(kind)-\(index)\($0)" }
                #expect(starts.contains { text.contains($0) }, "\(kind) \(index)")
            }
        }
        #expect(!text.contains("more;") && !text.contains("like it"))
    }
}
