import DNSWire
package import Links
import Measurement

/// The group, port and address for advertising a simulated accessory.
package struct Advertising: Sendable {
    /// Multicast DNS over IPv4.
    package static let group = DatagramAddress(host: "224.0.0.251", port: 5353)

    /// A member of ``group``.
    package var member: any DatagramPort
    package var address: IPv4Address
    package var port: Int

    /// - Parameters:
    ///   - member: a port that has joined ``group``.
    ///   - address: where the accessory listens.
    package init(over member: any DatagramPort, address: IPv4Address, port: Int) {
        self.member = member
        self.address = address
        self.port = port
    }
}

/// Answers questions for an accessory's records, and announces them when they appear, change and disappear.
struct Advertiser: Sendable {
    let advertising: Advertising
    let clock: MonotonicClock
    /// The current records; `nil` after the accessory has stopped advertising.
    let records: @Sendable () -> ServiceRecords?

    /// Serves until the task is cancelled, then says goodbye.
    ///
    /// - Parameter changes: yields whenever there are records to announce.
    func run(_ changes: AsyncStream<Void>) async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.answer() }
            for await _ in changes { group.addTask { await self.announce() } }
            group.cancelAll()
        }
        await say(records()?.announcement(isGoodbye: true), to: Advertising.group)
        await advertising.member.close()
    }

    /// Announces twice, a second apart (RFC 6762 8.3).
    private func announce() async {
        await say(records()?.announcement(), to: Advertising.group)
        guard (try? await clock.sleep(until: clock.deadline(in: .seconds(1)))) != nil else { return }
        await say(records()?.announcement(), to: Advertising.group)
    }

    private func answer() async {
        while let datagram = await advertising.member.receive(until: Moment(nanoseconds: .max)) {
            // Malformed messages are ignored.
            guard let query = DNSMessage.decoding(datagram.bytes)?.message, !query.isResponse else { continue }
            let isLegacy = datagram.source.port != Advertising.group.port
            guard let answer = records()?.answer(to: query, isLegacy: isLegacy) else { continue }
            await say(answer.message, to: answer.isUnicast ? datagram.source : Advertising.group)
        }
    }

    private func say(_ message: DNSMessage?, to destination: DatagramAddress) async {
        guard let bytes = message?.encoded() else { return }
        // A responder never learns whether its messages arrive.
        _ = try? await advertising.member.send(bytes, to: destination)
    }
}
