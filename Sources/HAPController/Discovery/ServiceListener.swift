import DNSWire
import Links
import Measurement
import Synchronization

/// Listens to the multicast DNS group for changes of one service's TXT record.
struct ServiceListener: AnnouncementListener {
    private let port: any DatagramPort
    private let place: ServiceFinder.Place
    private let service: AdvertisedService
    private let observe: @Sendable (ServiceFinder.Exchanged) -> UInt64

    /// The name of the service with its type.
    private var name: DNSName { service.name }

    func next(isPaired: Bool?, until deadline: Moment) async -> Discovery {
        var evidence: [UInt64] = []
        while let datagram = await port.receive(until: deadline) {
            guard let heard = announcement(in: datagram) else { continue }
            evidence.append(observe(heard.exchanged))
            guard isPaired == nil || heard.advertisement.isPaired == isPaired else { continue }
            return Discovery(advertisement: heard.advertisement, at: datagram.at, evidence: evidence)
        }
        return Discovery(evidence: evidence)
    }

    func close() async { await port.close() }

    /// The service with the TXT record that the datagram announces; `nil` if it is about something else.
    private func announcement(
        in datagram: Datagram
    ) -> (advertisement: Advertisement, exchanged: ServiceFinder.Exchanged)? {
        guard let decoded = DNSMessage.decoding(datagram.bytes), decoded.message.isResponse,
            place.isHome(of: datagram.source)
        else { return nil }
        for record in decoded.message.records where record.name == name && record.ttl > 0 {
            guard case .txt(let strings) = record.content else { continue }
            var service = service
            service.text = ServiceText(strings: strings)
            return (
                Advertisement(service, deviations: decoded.deviations),
                ServiceFinder.Exchanged(datagram, decoded)
            )
        }
        return nil
    }
}

extension ServiceListener {
    /// How often the tester asks whether multicast responses arrive, and how long it waits each time. A responder sends a
    /// record at most once a second (RFC 6762 6).
    private static let attempts = 3
    private static let patience = Duration.milliseconds(1100)

    /// Joins the group, and asks there for the service's TXT record: an answer shows that announcements arrive, too.
    ///
    /// - Throws: ``ListeningError`` if the service is not found, or no response to the group arrives.
    init(
        _ finder: ServiceFinder,
        observe: @escaping @Sendable (ServiceFinder.Exchanged) -> UInt64
    ) async throws(ListeningError) {
        self.observe = observe
        let found = await finder.find(until: finder.clock.deadline(in: Discovery.patience)) { _ = observe($0) }
        guard let service = found.service else {
            throw ListeningError(reason: found.failure ?? "no mDNS response advertised this accessory")
        }
        self.service = service
        do throws(LinkError) {
            place = try await finder.place()
            port = try await place.network.join(place.group)
        } catch {
            throw ListeningError(reason: error.message)
        }
        let question = DNSMessage(questions: [DNSQuestion(name, .txt)]).encoded() ?? []
        for _ in 0..<Self.attempts {
            guard let sentAt = try? await port.send(question, to: place.group) else { continue }
            _ = observe(ServiceFinder.Exchanged(isSent: true, bytes: question, peer: place.group, at: sentAt))
            let answer = await next(isPaired: nil, until: finder.clock.deadline(in: Self.patience))
            if answer.advertisement != nil { return }
        }
        await port.close()
        throw ListeningError(
            reason: "no mDNS response to the group arrived in \(Self.attempts) attempts, nor would announcements"
        )
    }
}
