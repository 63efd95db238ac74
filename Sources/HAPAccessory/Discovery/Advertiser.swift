import DNSWire
package import Links
import Measurement

/// The group, port and address for advertising a simulated accessory.
package struct Advertising: Sendable {
    /// Multicast DNS over IPv4.
    package static let group = DatagramAddress(host: "224.0.0.251", port: 5353)
    /// Multicast DNS over IPv6.
    package static let group6 = DatagramAddress(host: "ff02::fb", port: 5353)

    /// The service type of a transport.
    package enum Service: String, Sendable {
        case ip = "_hap._tcp.local"
        case thread = "_hap._udp.local"

        /// The name of the transport.
        var transport: String { self == .ip ? "ip" : "thread" }

        /// The type of the other transport.
        var other: Service { self == .ip ? .thread : .ip }
    }

    package var service: Service
    /// A member of ``group``.
    package var member: any DatagramPort
    package var address: IPAddress
    package var port: Int

    /// The group of the address's version of IP.
    var ownGroup: DatagramAddress { address.isVersion6 ? Self.group6 : Self.group }

    /// - Parameters:
    ///   - service: the service type of the transport.
    ///   - member: a port that has joined the group.
    ///   - address: where the accessory listens.
    package init(
        _ service: Service = .ip,
        over member: any DatagramPort,
        address: IPAddress,
        port: Int
    ) {
        self.service = service
        self.member = member
        self.address = address
        self.port = port
    }
}

/// Probes for an accessory's names, announces its records, and answers questions for them (RFC 6762).
struct Advertiser: Sendable {
    let advertising: Advertising
    let clock: MonotonicClock
    /// Delays the first probe, so that accessories that start together do not probe together; up to 250 ms.
    let delay: Duration
    private let names: AdvertisedNames
    /// The current records; `nil` after the accessory has stopped advertising.
    private let current: @Sendable (AdvertisedNames.Numbers) -> ServiceRecords?

    init(
        _ names: AdvertisedNames = AdvertisedNames(),
        advertising: Advertising,
        clock: MonotonicClock,
        delay: Duration,
        records: @escaping @Sendable (AdvertisedNames.Numbers) -> ServiceRecords?
    ) {
        self.names = names
        self.advertising = advertising
        self.clock = clock
        self.delay = delay
        current = records
    }

    private var records: ServiceRecords? { current(names.numbers) }

    /// Serves until the task is cancelled, then says goodbye.
    ///
    /// - Parameter changes: yields whenever there are records to announce.
    func run(_ changes: AsyncStream<Void>) async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.answer() }
            group.addTask { await self.establish() }
            for await _ in changes where names.isEstablished { group.addTask { await self.announce() } }
            group.cancelAll()
        }
        // Names that are not established may belong to another responder.
        if names.isEstablished { await say(records?.announcement(isGoodbye: true), to: advertising.ownGroup) }
        await advertising.member.close()
    }

    /// Probes and announces, again after each conflict.
    private func establish() async {
        var contests = names.contests.stream.makeAsyncIterator()
        repeat {
            guard await probe() else { return }
            await announce()
            names.noteAnnounced()
        } while await contests.next() != nil
    }

    /// Asks three times, 250 ms apart, whether the names are free (RFC 6762 8.1), until no other responder has them.
    ///
    /// - Returns: `false` if the task was cancelled.
    private func probe() async -> Bool {
        while true {
            let pause = max(delay, names.pauseBeforeProbing())
            guard await isOver(pause) else { return false }
            let round = names.round
            for _ in 0..<3 where names.round == round {
                await say(records?.probe(), to: advertising.ownGroup)
                guard await isOver(Self.probeInterval) else { return false }
            }
            if names.establish(round: round) { return true }
        }
    }

    private static let probeInterval = Duration.milliseconds(250)

    /// Announces twice, a second apart (RFC 6762 8.3).
    private func announce() async {
        await say(records?.announcement(), to: advertising.ownGroup)
        guard await isOver(.seconds(1)), names.isEstablished else { return }
        await say(records?.announcement(), to: advertising.ownGroup)
    }

    /// Waits for a time.
    ///
    /// - Returns: `false` if the task was cancelled.
    private func isOver(_ time: Duration) async -> Bool {
        (try? await clock.sleep(until: clock.deadline(in: time))) != nil
    }

    private func answer() async {
        // When records were last sent to the group.
        var sent: [DNSRecord: Moment] = [:]
        while let datagram = await advertising.member.receive(until: Moment(nanoseconds: .max)) {
            guard let records else { continue }
            guard let message = DNSMessage.decoding(datagram.bytes)?.message else {
                if records.ignoresMalformed { continue }
                return
            }
            guard !message.isResponse else {
                if let conflict = records.conflict(in: message) { names.lose(conflict) }
                continue
            }
            guard names.isEstablished else {
                if records.loses(to: message) { names.yield() }
                continue
            }
            let isLegacy = datagram.source.port != Advertising.group.port
            let heard = records.heard(message, size: datagram.bytes.count, isLegacy: isLegacy)
            guard let answer = records.answer(to: heard, isLegacy: isLegacy) else { continue }
            if answer.isUnicast {
                await say(answer.message, to: datagram.source)
            } else {
                let now = clock.now
                let isRecent = { (record: DNSRecord) in
                    sent[record].map { $0.duration(to: now) < records.conduct.pause } ?? false
                }
                guard !answer.message.answers.allSatisfy(isRecent) else { continue }
                for record in answer.message.answers + answer.message.additionals { sent[record] = now }
                await say(answer.message, to: advertising.ownGroup)
            }
        }
    }

    private func say(_ message: DNSMessage?, to destination: DatagramAddress) async {
        guard let bytes = message?.encoded() else { return }
        // A responder never learns whether its messages arrive.
        _ = try? await advertising.member.send(bytes, to: destination)
    }
}
