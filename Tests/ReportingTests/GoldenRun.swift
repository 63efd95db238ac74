import AssayKit
import Checkout
import Foundation
import HAPAccessory
import HAPModel
import Judge
import Measurement
import RunRecord
import SelfTest
import SuiteLanguage

@testable import Reporting

/// A real run on a bench of virtual time, and its journal as it is kept beside the tests.
///
/// The simulated lightbulb with two defects fails, warns, passes and skips. Everything is decided by the seed; only what the
/// machine and the texts of the suites decide is replaced.
enum GoldenRun {
    private static let cases = [
        "pair-setup.complete", "write.above-maximum", "write.round-trip", "values.names", "session.frames-open",
        "http.paths", "timed-write.expired", "record.category",
    ]
    private static let defects = ["out-of-range-clamped", "name-with-emoji"]

    /// The journal that the run gives now.
    static func made() throws -> [JournalEvent] {
        let library = try Checkout.library
        let simulators = try Checkout.simulators
        guard let definition = simulators.accessory("lightbulb") else { return [] }
        let run = SimulatedRun(
            library: library,
            catalogue: simulators.catalogue,
            definition: definition,
            entrance: InProcessIP(),
            defects: defects.compactMap { simulators.defect($0) },
            selection: Selection(patterns: cases),
            seed: 7
        )
        return try run.carryOut().events.map(normalised)
    }

    /// The event without what this machine and the texts of the suites decide.
    private static func normalised(_ event: JournalEvent) -> JournalEvent {
        guard event.kind == .header, case .object(var header) = event.body else { return event }
        var environment = header["environment"]?.objectValue ?? JSONObject()
        for key in ["os", "os-version", "architecture"] { environment[key] = "-" }
        header["environment"] = .object(environment)
        let paths = header["lock"]?["files"]?.objectValue?.keys ?? []
        let files = JSONObject(members: paths.map { .init(key: $0, value: "-") })
        header["lock"] = ["digest": "-", "files": .object(files)]
        // One area is enough to see what a report makes of the catalogue.
        let requirements = (header["requirements"]?.arrayValue ?? []).filter { requirement in
            requirement["id"]?.stringValue?.hasPrefix("HAP-WRITE-") ?? false
        }
        header["requirements"] = .array(requirements)
        var event = event
        event.body = .object(header)
        return event
    }

    /// The lines of the kept journal.
    static func lines() throws -> [String] {
        try Fixtures.text(file).split(separator: "\n").map(String.init)
    }

    /// The name of the kept journal.
    static let file = "golden.jsonl"

    private static let kept = Result { try lines().compactMap { JournalEvent(line: Array($0.utf8)) } }

    /// The kept journal.
    static func events() throws -> [JournalEvent] { try kept.get() }

    /// The report of the kept journal.
    static func report() throws -> RunReport { RunReport(events: try events(), library: try Checkout.library) }
}
