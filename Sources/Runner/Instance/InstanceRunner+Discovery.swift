import HAPController
import HAPModel
import Measurement

extension InstanceRunner {
    /// How long the tester waits before it asks again.
    private static let pause = Duration.milliseconds(500)

    /// Reads the advertisement, again and again until it is as wanted.
    func discover(_ call: Call) async -> JSON {
        let begun = run.clock.now
        let end = begun.advanced(by: call.duration("within") ?? .zero)
        let wanted = call.bool("until-paired")
        while true {
            let discovery = await run.discover()
            if let failure = discovery.failure { return Self.notDone(failure) }
            let isFound = discovery.advertisement != nil
            var seen = run.advertisement(of: discovery) ?? ["summary": "no advertisement of this accessory arrived"]
            seen = seen.with("answered", .bool(isFound))
                .with("evidence", .array(discovery.evidence.map { JSON($0) }))
            if let at = discovery.at {
                seen = seen.with("after-ms", JSON(begun.duration(to: at).wholeNanoseconds / 1_000_000))
            }
            let isWanted = isFound && (wanted == nil || seen["paired"]?.boolValue == wanted)
            guard !isWanted, run.clock.now < end, !Task.isCancelled else { return seen }
            try? await run.clock.sleep(until: run.clock.deadline(in: Self.pause))
        }
    }
}
