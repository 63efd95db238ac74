import DNSWire
import HAPController
import HAPModel
import Measurement
import Observations
import RunRecord
import Synchronization

extension RunContext {
    /// How long the tester listens for an answer.
    private static let patience = Duration.seconds(2)

    /// Asks for the accessory's advertisement.
    ///
    /// - Returns: what came of it, and the numbers of the journal's events that show it.
    func look(with finder: ServiceFinder) async -> (finding: ServiceFinder.Finding, evidence: [UInt64]) {
        let evidence = Mutex<[UInt64]>([])
        let finding = await finder.find(until: clock.deadline(in: Self.patience)) { [observer] exchanged in
            let number = observer.record(exchanged)
            evidence.withLock { $0.append(number) }
        }
        return (finding, evidence.withLock { $0 })
    }

    /// The advertisement as documents see it; `nil` if none was found.
    func element(of finding: ServiceFinder.Finding) -> AdvertisementElement? {
        finding.service.map {
            AdvertisementElement(
                service: $0,
                deviations: finding.message?.deviations ?? [],
                payload: settings.setupPayload
            )
        }
    }
}
