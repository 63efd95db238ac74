package import DNSWire
package import Links
package import Measurement

/// Asks a network for the advertisement of one accessory, which is known by its address.
///
/// Every question comes from a port of its own: so it is answered to that port (RFC 6762 6.7), and what comes is an
/// answer to this question, not something that was said before.
package struct ServiceFinder: Sendable {
    /// The network, and the accessory's address on it.
    package struct Place: Sendable {
        package var network: any DatagramNetwork
        package var host: IPv4Address
        package var port: Int

        package init(network: any DatagramNetwork, host: IPv4Address, port: Int) {
            self.network = network
            self.host = host
            self.port = port
        }
    }

    /// A datagram that was sent or has come.
    package struct Exchanged: Sendable {
        package var isSent: Bool
        package var bytes: [UInt8]
        /// As it could be read.
        package var decoded: DNSMessage.Decoded?
        package var peer: DatagramAddress
        package var at: Moment
    }

    /// What came of a search.
    package struct Finding: Sendable {
        /// The accessory's service; `nil` if nobody told of it in time.
        package var service: AdvertisedService?
        /// The message that told of it, with what is off in it.
        package var message: DNSMessage.Decoded?
        /// When the last of it came.
        package var at: Moment?
        /// How many other services were told of.
        package var others = 0
        /// Why nobody could be asked.
        package var failure: String?
    }

    /// Where questions go: every responder on the network.
    package static let group = DatagramAddress(host: "224.0.0.251", port: 5353)

    private let clock: MonotonicClock
    private let place: @Sendable () async throws(LinkError) -> Place

    /// - Parameter place: finds the network and the address, which may take the resolving of a name.
    package init(clock: MonotonicClock, place: @escaping @Sendable () async throws(LinkError) -> Place) {
        self.clock = clock
        self.place = place
    }

    /// When a question that was not answered is asked again.
    private static let pauses: [Duration] = [.milliseconds(200), .milliseconds(400), .milliseconds(600)]

    /// Asks until the accessory's service is found, or until the deadline.
    ///
    /// - Parameter observe: told of every datagram that is sent or comes.
    package func find(
        until deadline: Moment,
        observe: @Sendable (Exchanged) -> Void = { _ in }
    ) async -> Finding {
        let place: Place
        let port: any DatagramPort
        do throws(LinkError) {
            place = try await self.place()
            port = try await place.network.open()
        } catch {
            return Finding(failure: error.message)
        }
        let finding = await ask(place, over: port, until: deadline, observe)
        await port.close()
        return finding
    }

    private func ask(
        _ place: Place,
        over port: any DatagramPort,
        until deadline: Moment,
        _ observe: @Sendable (Exchanged) -> Void
    ) async -> Finding {
        var search = Search(place)
        var pauses = Self.pauses[...]
        func send(_ questions: [[UInt8]]) async throws(LinkError) {
            for bytes in questions {
                let sentAt = try await port.send(bytes, to: Self.group)
                observe(Exchanged(isSent: true, bytes: bytes, peer: Self.group, at: sentAt))
            }
        }
        do throws(LinkError) {
            while clock.now < deadline, !Task.isCancelled {
                try await send(search.questions())
                let patience = min(deadline, clock.deadline(in: pauses.popFirst() ?? .seconds(1)))
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
    fileprivate init(_ datagram: Datagram, _ decoded: DNSMessage.Decoded?) {
        self.init(isSent: false, bytes: datagram.bytes, decoded: decoded, peer: datagram.source, at: datagram.at)
    }
}

/// What has been told so far, and what is to be asked next.
private struct Search {
    private let place: ServiceFinder.Place
    private var records: [String: [DNSRecord]] = [:]
    private var asked: Set<DNSQuestion> = []
    private var seen: Set<AdvertisedService> = []
    private var id: UInt16 = 0

    /// What is kept of one responder, and of how many: a network may be large, or hostile.
    private static let recordsOfOne = 64
    private static let responders = 64
    /// How many questions may follow from answers.
    private static let furtherQuestions = 64

    init(_ place: ServiceFinder.Place) {
        self.place = place
    }

    var others: Int { seen.count }

    private var missing: [DNSQuestion] { records.values.flatMap { AdvertisedService.missing(in: $0) } }

    /// What is asked from time to time: the first question, and what an answer still leaves out.
    mutating func questions() -> [[UInt8]] {
        messages([DNSQuestion(AdvertisedService.type, .ptr)] + missing.prefix(8))
    }

    /// What an answer gives reason to ask at once.
    mutating func furtherQuestions() -> [[UInt8]] {
        let room = Self.furtherQuestions - asked.count
        guard room > 0 else { return [] }
        return messages(Array(missing.filter { !asked.contains($0) }.prefix(room)))
    }

    /// A message for each question, as old responders want it.
    private mutating func messages(_ questions: [DNSQuestion]) -> [[UInt8]] {
        asked.formUnion(questions)
        return questions.compactMap { question in
            id &+= 1
            return DNSMessage(id: id, questions: [question]).encoded()
        }
    }

    /// - Returns: the search's end, if the message tells of the accessory.
    mutating func take(_ decoded: DNSMessage.Decoded, from datagram: Datagram) -> ServiceFinder.Finding? {
        let source = datagram.source.host
        let known = records[source] ?? []
        guard decoded.message.isResponse, records[source] != nil || records.count < Self.responders else { return nil }
        let told = Array(decoded.message.records.prefix(Self.recordsOfOne))
        // Several responders may share a host and even a name: what one message says belongs together.
        for service in AdvertisedService.found(in: told) + AdvertisedService.found(in: known + told) {
            if isSought(service, source) {
                return ServiceFinder.Finding(service: service, message: decoded, at: datagram.at, others: seen.count)
            }
            seen.insert(service)
        }
        records[source] = Array((known + told.filter { !known.contains($0) }).prefix(Self.recordsOfOne))
        return nil
    }

    /// The service at the accessory's address: by what it says of its host, or, where it says nothing, by who said it.
    private func isSought(_ service: AdvertisedService, _ source: String) -> Bool {
        guard service.port == place.port else { return false }
        if service.addresses.isEmpty { return source == place.host.description }
        return service.addresses.contains(place.host.bytes)
    }
}
