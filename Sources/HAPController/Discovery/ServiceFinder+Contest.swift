import DNSWire
import Links
import Measurement

extension ServiceFinder {
    /// Claims one of the accessory's names as another host does, and answers each of its probes, until the accessory advertises itself
    /// under another name (RFC 6762 9).
    ///
    /// - Returns: the service with its new name; `nil` if the accessory went on to use the old one.
    /// - Throws: ``LinkError`` if the group cannot be joined or nothing can be sent.
    func contest(
        _ name: ContestedName,
        until deadline: Moment,
        observe: @Sendable (Exchanged) -> Void
    ) async throws(LinkError) -> Finding {
        let place = try await self.place()
        guard let service = await find(until: clock.deadline(in: Discovery.patience), observe: observe).service else {
            return Finding(failure: "no mDNS response advertised this accessory")
        }
        let port = try await place.network.join(place.group)
        do throws(LinkError) {
            let contest = Contest(name, of: service, at: place)
            try await send(contest.claim, to: place.group, over: port, observe)
            let finding = try await answer(contest, over: port, until: deadline, observe)
            // Other hosts forget what the tester said.
            try await send(contest.withdrawal, to: place.group, over: port, observe)
            await port.close()
            return finding
        } catch {
            await port.close()
            throw error
        }
    }

    private func answer(
        _ contest: Contest,
        over port: any DatagramPort,
        until deadline: Moment,
        _ observe: @Sendable (Exchanged) -> Void
    ) async throws(LinkError) -> Finding {
        var cache = ServiceCache(interface: contest.place.host)
        while let datagram = await port.receive(until: deadline) {
            guard let decoded = DNSMessage.decoding(datagram.bytes), contest.place.isHome(of: datagram.source),
                !contest.isOwn(decoded.message)
            else { continue }
            if contest.isUse(decoded.message) {
                observe(Exchanged(datagram, decoded))
                try await send(contest.claim, to: contest.place.group, over: port, observe)
                continue
            }
            cache.take(decoded, from: datagram.source.host, at: datagram.at)
            guard let renamed = cache.services(at: clock.now).first(where: { contest.isRenamed($0.service) }) else {
                continue
            }
            observe(Exchanged(datagram, decoded))
            return Finding(service: renamed.service, message: decoded, at: datagram.at)
        }
        return Finding()
    }

    private func send(
        _ message: DNSMessage,
        to group: DatagramAddress,
        over port: any DatagramPort,
        _ observe: @Sendable (Exchanged) -> Void
    ) async throws(LinkError) {
        guard let bytes = message.encoded() else { return }
        let sentAt = try await port.send(bytes, to: group)
        observe(Exchanged(isSent: true, bytes: bytes, peer: group, at: sentAt))
    }
}

/// The claim of another host to one of an accessory's names.
private struct Contest {
    let place: ServiceFinder.Place
    private let service: AdvertisedService
    private let name: ContestedName
    private let record: DNSRecord

    /// The time to live of records with the name of a host.
    private static let ttl: UInt32 = 120
    /// A host and an address that no device has (RFC 5737, RFC 3849).
    private static let host = DNSName("Assay-Contest.local")
    private static let address: [UInt8] = [203, 0, 113, 77]
    private static let address6: [UInt8] = [0x20, 0x01, 0x0d, 0xb8] + [UInt8](repeating: 0, count: 11) + [77]

    init(_ name: ContestedName, of service: AdvertisedService, at place: ServiceFinder.Place) {
        (self.name, self.service, self.place) = (name, service, place)
        switch name {
        case .instance:
            let instance = service.name
            let location = DNSRecord.SRV(port: 9, target: Self.host)
            record = DNSRecord(instance, .srv(location), ttl: Self.ttl, flushesCache: true)
        case .host:
            let content: DNSRecord.Content = place.host.isVersion6 ? .aaaa(Self.address6) : .a(Self.address)
            record = DNSRecord(service.target, content, ttl: Self.ttl, flushesCache: true)
        }
    }

    var claim: DNSMessage { DNSMessage(flags: DNSMessage.answerFlags, answers: [record]) }

    var withdrawal: DNSMessage {
        var record = record
        record.ttl = 0
        return DNSMessage(flags: DNSMessage.answerFlags, answers: [record])
    }

    func isOwn(_ message: DNSMessage) -> Bool { message.records.contains { $0.content == record.content } }

    /// Whether the accessory goes on to use the name: it probes for it, or responds with it.
    func isUse(_ message: DNSMessage) -> Bool {
        message.isResponse
            ? message.records.contains { $0.name == record.name && $0.type == record.type && $0.ttl > 0 }
            : message.authorities.contains { $0.name == record.name }
    }

    /// Whether a service is the accessory's under another name.
    func isRenamed(_ other: AdvertisedService) -> Bool {
        guard other.port == service.port else { return false }
        return switch name {
        case .instance: other.instance != service.instance && other.text["id"] == service.text["id"]
        case .host: other.target != service.target && other.instance == service.instance
        }
    }
}
