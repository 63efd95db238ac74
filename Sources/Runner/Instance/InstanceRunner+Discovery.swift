import HAPController
import HAPModel
import Measurement

extension InstanceRunner {
    /// How long the tester waits before it asks again.
    private static let pause = Duration.milliseconds(500)

    /// Reads the advertisement, afresh and again until it is as wanted.
    func discover(_ call: Call) async -> JSON {
        let begun = run.clock.now
        let end = begun.advanced(by: call.duration("within") ?? .zero)
        let wanted = call.bool("until-paired")
        guard let finder = run.bench.finder else { return Self.notDone("there is no way to look for the accessory") }
        while true {
            let (finding, evidence) = await run.look(with: finder)
            if let failure = finding.failure { return Self.notDone(failure) }
            var seen = run.advertisement(of: finding) ?? ["summary": "nobody told of the accessory"]
            seen = seen.with("answered", .bool(finding.service != nil)).with("evidence", evidence)
            if let at = finding.at {
                seen = seen.with("after-ms", JSON(begun.duration(to: at).wholeNanoseconds / 1_000_000))
            }
            let isWanted = finding.service != nil && (wanted == nil || seen["paired"]?.boolValue == wanted)
            guard !isWanted, run.clock.now < end, !Task.isCancelled else { return seen }
            try? await run.clock.sleep(until: run.clock.deadline(in: Self.pause))
        }
    }
}
