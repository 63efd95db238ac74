import DNSWire
import HAPModel
import Links
import Measurement
import Synchronization

extension ServiceFinder {
    /// How long responses are collected after each of the two rounds of questions.
    private static let round = Duration.milliseconds(500)
    /// How long a connection to an advertised place may take.
    private static let dialing = Duration.seconds(2)
    /// How many advertised places are tried.
    private static let places = 4

    /// Collects every service that has the accessory's address and port, or its Device ID.
    ///
    /// - Parameter deviceID: the accessory's Device ID; `nil` if it is unknown.
    /// - Throws: ``LinkError`` if no question can be sent.
    func survey(
        of deviceID: String?,
        observe: @Sendable (Exchanged) -> Void
    ) async throws(LinkError) -> (sightings: [AdvertisementSurvey.Sighting], isHostHeard: Bool) {
        let place = try await self.place()
        let port = try await place.network.open()
        let seen: (services: [DiscoveredService], isHostHeard: Bool)
        do throws(LinkError) {
            seen = try await collect(place, over: port, observe)
        } catch {
            await port.close()
            throw error
        }
        await port.close()
        var sightings: [AdvertisementSurvey.Sighting] = []
        for service in seen.services {
            let isAtHome = service.addresses.contains { $0.bytes == place.host.bytes }
            let isHere = isAtHome && service.port == place.port
            let isNamesake = deviceID != nil && service.advertisement.deviceID == deviceID
            guard isHere || isNamesake else { continue }
            var sighting = AdvertisementSurvey.Sighting(
                name: service.advertisement.name,
                place: "\(service.addresses.first?.description ?? service.host), port \(service.port)",
                isHere: isHere,
                isRoutable: service.isRoutable
            )
            if !isHere, isAtHome, sightings.count < Self.places {
                sighting.isReachable = await isOpen(service.port, place)
            }
            sightings.append(sighting)
        }
        return (sightings, seen.isHostHeard)
    }

    /// Asks twice for accessories and for all kinds of services, which every responder answers.
    private func collect(
        _ place: Place,
        over port: any DatagramPort,
        _ observe: @Sendable (Exchanged) -> Void
    ) async throws(LinkError) -> (services: [DiscoveredService], isHostHeard: Bool) {
        var cache = ServiceCache(interface: place.host, types: [place.service])
        var isHostHeard = false
        var messages = SearchQuestions(firstID: questionID())
        func send(_ questions: [DNSQuestion]) async throws(LinkError) {
            for bytes in messages.messages(questions) {
                let sentAt = try await port.send(bytes, to: place.group)
                observe(Exchanged(isSent: true, bytes: bytes, peer: place.group, at: sentAt))
            }
        }
        for _ in 0..<2 {
            cache.forgetQuestions()
            try await send([DNSQuestion(place.service, .ptr), DNSQuestion(Self.services, .ptr)])
            let end = clock.deadline(in: Self.round)
            while let datagram = await port.receive(until: end) {
                guard let decoded = DNSMessage.decoding(datagram.bytes), decoded.message.isResponse else { continue }
                observe(Exchanged(datagram, decoded))
                // Other programs on this machine respond from the address of the loopback device, too.
                if place.isHome(of: datagram.source), !place.host.isLoopback { isHostHeard = true }
                cache.take(decoded, from: datagram.source.host, at: datagram.at)
                try await send(cache.furtherQuestions())
            }
        }
        return (cache.services(at: clock.now), isHostHeard)
    }

    private func isOpen(_ port: Int, _ place: Place) async -> Bool? {
        guard let dialer = place.dialer?(port) else { return nil }
        guard let link = try? await dialer.dial(until: clock.deadline(in: Self.dialing)) else { return false }
        await link.close(abruptly: false)
        return true
    }
}

extension ServiceFinder {
    /// Collects what a network shows of the accessory, and records every datagram.
    ///
    /// - Parameter transport: the transport over which the accessory is sought.
    /// - Returns: `nil` if no question can be sent.
    func survey(
        of deviceID: String?,
        over transport: TransportKind,
        observer: any WireObserver
    ) async -> AdvertisementSurvey? {
        let evidence = Mutex<[UInt64]>([])
        let seen = try? await survey(of: deviceID) { exchanged in
            let number = observer.record(WireEvent(exchanged, over: transport))
            evidence.withLock { $0.append(number) }
        }
        return seen.map {
            AdvertisementSurvey(
                sightings: $0.sightings,
                isHostHeard: $0.isHostHeard,
                evidence: evidence.withLock { $0 }
            )
        }
    }
}

extension DiscoveredService {
    /// Whether one of the advertised addresses can be reached from other networks.
    fileprivate var isRoutable: Bool {
        service.addresses.compactMap { IPAddress(bytes: $0) }.contains { $0.isOneHost && !$0.isLinkLocal }
    }
}
