import DNSWire
import HAPModel
import Measurement
import Synchronization

extension ServiceFinder {
    /// Searches for the accessory, and records every datagram.
    ///
    /// - Parameter transport: the transport over which the accessory is sought.
    func discovery(until deadline: Moment, over transport: TransportKind, observer: any WireObserver) async -> Discovery
    {
        let evidence = Mutex<[UInt64]>([])
        let finding = await find(until: deadline) { exchanged in
            let number = observer.record(WireEvent(exchanged, over: transport))
            evidence.withLock { $0.append(number) }
        }
        return Discovery(finding, evidence: evidence.withLock { $0 })
    }
}

extension Discovery {
    /// The result of a search, with the numbers of its datagrams.
    init(_ finding: ServiceFinder.Finding, evidence: [UInt64]) {
        self.init(
            advertisement: finding.service.map {
                Advertisement($0, deviations: finding.message?.deviations ?? [])
            },
            at: finding.at,
            others: finding.others,
            failure: finding.failure,
            evidence: evidence
        )
    }
}
