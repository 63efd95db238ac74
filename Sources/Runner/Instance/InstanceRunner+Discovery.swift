import HAPController
import HAPModel
import Measurement
import Observations

extension InstanceRunner {
    /// How long the tester waits before it asks again.
    private static let pause = Duration.milliseconds(500)

    /// Reads the advertisement, afresh and again until it is as wanted.
    func discover(_ call: Call) async -> Observation {
        let begun = run.clock.now
        let end = begun.advanced(by: call.duration("within") ?? .zero)
        let wanted = call.bool("until-paired")
        guard let finder = run.bench.finder else { return .notDone("there is no way to look for the accessory") }
        while true {
            let (finding, evidence) = await run.look(with: finder)
            if let failure = finding.failure { return .notDone(failure) }
            let element = run.element(of: finding)
            let isWanted = element.map { wanted == nil || $0.isPaired == wanted } ?? false
            guard !isWanted, run.clock.now < end, !Task.isCancelled else {
                let after = finding.at.map { begun.duration(to: $0) }
                return .advertisement(AdvertisementObservation(element, evidence: evidence, after: after))
            }
            try? await run.clock.sleep(until: run.clock.deadline(in: Self.pause))
        }
    }
}
