package import DNSWire
package import Links
package import Measurement

/// Searches a network for the advertisement of one accessory with a known address.
///
/// Every search begins at a private port: responses are sent to that port (RFC 6762 6.7), so each received message
/// answers this search and not an earlier one. Some accessories answer only the port of the group, so a search without a result ends there.
package struct ServiceFinder: Sendable {
    /// The network, and the accessory's address on it.
    package struct Place: Sendable {
        package var network: any DatagramNetwork
        package var host: IPAddress
        package var port: Int
        /// The service type of the accessory's transport.
        package var service: DNSName
        /// Dials another port of the host; `nil` if the tester cannot.
        package var dialer: (@Sendable (_ port: Int) -> any LinkDialer)?

        package init(
            network: any DatagramNetwork,
            host: IPAddress,
            port: Int,
            service: DNSName = AdvertisedService.type,
            dialer: (@Sendable (_ port: Int) -> any LinkDialer)? = nil
        ) {
            self.network = network
            self.host = host
            self.port = port
            self.service = service
            self.dialer = dialer
        }

        /// The multicast group of the address's version of IP.
        var group: DatagramAddress { host.isVersion6 ? ServiceFinder.group6 : ServiceFinder.group }

        /// Whether a datagram came from the accessory's address. On a machine that has no other address than loopback, a sender
        /// that is bound to no address has none on the group.
        func isHome(of source: DatagramAddress) -> Bool {
            guard let source = IPAddress(source.host) else { return false }
            return source.bytes == host.bytes || host.isLoopback && source.bytes.allSatisfy { $0 == 0 }
        }
    }

    /// A sent or received datagram.
    package struct Exchanged: Sendable {
        package var isSent: Bool
        package var bytes: [UInt8]
        /// The decoded message.
        package var decoded: DNSMessage.Decoded?
        package var peer: DatagramAddress
        package var at: Moment
    }

    /// The result of a search.
    package struct Finding: Sendable {
        /// The accessory's service; `nil` if no response advertised it in time.
        package var service: AdvertisedService?
        /// The message that advertised it, with its deviations.
        package var message: DNSMessage.Decoded?
        /// The arrival time of its last part.
        package var at: Moment?
        /// The number of other services seen.
        package var others = 0
        /// Why no question could be sent.
        package var failure: String?
    }

    /// The destination of questions over IPv4: every responder on the network.
    package static let group = DatagramAddress(host: "224.0.0.251", port: 5353)
    /// The destination of questions over IPv6.
    static let group6 = DatagramAddress(host: "ff02::fb", port: 5353)

    let clock: MonotonicClock
    /// Chooses the ids of questions.
    private let random: any RandomNumberGenerator & Sendable
    let place: @Sendable () async throws(LinkError) -> Place

    /// - Parameters:
    ///   - random: chooses the ids of questions; on a bench a seed decides them.
    ///   - place: finds the network and the address, which may require name resolution.
    package init(
        clock: MonotonicClock,
        random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
        place: @escaping @Sendable () async throws(LinkError) -> Place
    ) {
        self.clock = clock
        self.random = random
        self.place = place
    }

    /// An id for a question from a private port (see ``SearchQuestions``).
    func questionID() -> UInt16 {
        var random = random
        return .random(in: 1 ... .max, using: &random)
    }

    /// Asks until the accessory's service is found, or until the deadline.
    ///
    /// - Parameter observe: called for every sent or received datagram.
    package func find(
        until deadline: Moment,
        observe: @Sendable (Exchanged) -> Void = { _ in }
    ) async -> Finding {
        do throws(LinkError) {
            let place = try await self.place()
            var search = Search(place, firstID: questionID())
            let privately = clock.deadline(in: clock.now.duration(to: deadline) * Self.privateShare)
            let port = try await place.network.open()
            let finding = await ask(&search, over: port, until: privately, observe)
            await port.close()
            // A tester that may not join the group asks on from a private port.
            guard finding.service == nil, finding.failure == nil, !Task.isCancelled else { return finding }
            let member = try? await place.network.join(place.group)
            if member != nil { search.joinGroup() }
            let second = if let member { member } else { try await place.network.open() }
            let later = await ask(&search, over: second, until: deadline, observe)
            await second.close()
            return later
        } catch {
            return Finding(failure: error.message)
        }
    }

    /// The share of a search's time at a private port.
    private static let privateShare = 0.6

    private func ask(
        _ search: inout Search,
        over port: any DatagramPort,
        until deadline: Moment,
        _ observe: @Sendable (Exchanged) -> Void
    ) async -> Finding {
        let group = search.place.group
        func send(_ questions: [[UInt8]]) async throws(LinkError) {
            for bytes in questions {
                let sentAt = try await port.send(bytes, to: group)
                observe(Exchanged(isSent: true, bytes: bytes, peer: group, at: sentAt))
            }
        }
        do throws(LinkError) {
            while clock.now < deadline, !Task.isCancelled {
                try await send(search.questions())
                let patience = min(deadline, clock.deadline(in: search.nextPause()))
                while let datagram = await port.receive(until: patience) {
                    let decoded = DNSMessage.decoding(datagram.bytes)
                    observe(Exchanged(datagram, decoded))
                    guard let decoded else { continue }
                    if let finding = search.take(decoded, from: datagram) { return finding }
                    try await send(search.furtherQuestions())
                }
            }
        } catch {
            return Finding(failure: error.message)
        }
        return Finding(others: search.others)
    }
}

extension ServiceFinder.Exchanged {
    /// A received datagram.
    init(_ datagram: Datagram, _ decoded: DNSMessage.Decoded?) {
        self.init(isSent: false, bytes: datagram.bytes, decoded: decoded, peer: datagram.source, at: datagram.at)
    }
}

/// The records received so far, and the next questions.
private struct Search {
    let place: ServiceFinder.Place
    private var records: [String: [DNSRecord]] = [:]
    private var asked: Set<DNSQuestion> = []
    private var seen: Set<AdvertisedService> = []
    private var messages: SearchQuestions
    /// The intervals after which unanswered questions are repeated, before those of a second.
    private var pauses: ArraySlice<Duration> = [.milliseconds(200), .milliseconds(400), .milliseconds(600)]

    /// The limits for kept records and responders: a network may be large or hostile.
    private static let recordsOfOne = 64
    private static let responders = 64
    /// The maximum number of follow-up questions.
    private static let furtherQuestions = 64

    init(_ place: ServiceFinder.Place, firstID: UInt16) {
        self.place = place
        messages = SearchQuestions(firstID: firstID)
    }

    /// How long to wait before the questions are repeated.
    mutating func nextPause() -> Duration { pauses.popFirst() ?? .seconds(1) }

    /// From now on it asks from the group's port.
    mutating func joinGroup() { messages = SearchQuestions(firstID: nil) }

    var others: Int { seen.count }

    private var missing: [DNSQuestion] {
        records.values.flatMap { AdvertisedService.missing(in: $0, type: place.service) }
    }

    /// The repeated questions: the first one, and those for missing records.
    mutating func questions() -> [[UInt8]] {
        ask([DNSQuestion(place.service, .ptr)] + missing.prefix(8))
    }

    /// The questions to send at once after a response.
    mutating func furtherQuestions() -> [[UInt8]] {
        let room = Self.furtherQuestions - asked.count
        guard room > 0 else { return [] }
        return ask(Array(missing.filter { !asked.contains($0) }.prefix(room)))
    }

    private mutating func ask(_ questions: [DNSQuestion]) -> [[UInt8]] {
        asked.formUnion(questions)
        return messages.messages(questions)
    }

    /// - Returns: the search's result, if the message advertises the accessory.
    mutating func take(_ decoded: DNSMessage.Decoded, from datagram: Datagram) -> ServiceFinder.Finding? {
        let source = datagram.source.host
        let known = records[source] ?? []
        guard decoded.message.isResponse, records[source] != nil || records.count < Self.responders else { return nil }
        // A member of the group hears goodbyes, too.
        let told = Array(decoded.message.records.filter { $0.ttl > 0 }.prefix(Self.recordsOfOne))
        // Several responders may share a host or even a name: records of one message belong together.
        let whole = AdvertisedService.found(in: told, type: place.service)
        for service in whole + AdvertisedService.found(in: known + told, type: place.service) {
            if isSought(service, source) {
                return ServiceFinder.Finding(service: service, message: decoded, at: datagram.at, others: seen.count)
            }
            seen.insert(service)
        }
        records[source] = Array((known + told.filter { !known.contains($0) }).prefix(Self.recordsOfOne))
        return nil
    }

    /// The service at the accessory's address: by its host's address record, or, without one, by the sender's address.
    private func isSought(_ service: AdvertisedService, _ source: String) -> Bool {
        guard service.port == place.port else { return false }
        let addresses = service.addresses.filter { $0.count == place.host.bytes.count }
        if addresses.isEmpty { return IPAddress(source)?.bytes == place.host.bytes }
        return addresses.contains(place.host.bytes)
    }
}
