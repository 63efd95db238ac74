import Links
import Measurement
import Synchronization

/// What a channel of a tester leads to at the bench.
protocol RelayOutlet: Sendable {
    /// Hands over what arrives, until the end or until the task is cancelled.
    func run(_ tell: @Sendable (RelayMessage) async -> Void) async -> RelayEnd

    /// Sends bytes of a stream.
    func forward(_ bytes: [UInt8]) async

    /// Sends one datagram.
    func forward(_ bytes: [UInt8], to peer: String) async

    /// The tester has read so many bytes.
    func grant(_ count: Int)

    func close(abruptly: Bool) async

    /// The round trip of the network, if it is known.
    var trip: RelayNetworkTrip? { get }
}

extension RelayOutlet {
    func forward(_ bytes: [UInt8]) async {}
    func forward(_ bytes: [UInt8], to peer: String) async {}
    func grant(_ count: Int) {}
    var trip: RelayNetworkTrip? { nil }
}

/// A TCP connection of the bench.
final class RelayStream: RelayOutlet {
    /// The largest piece that one frame carries.
    static let piece = 1 << 16

    private let link: any Link
    private let credit = RelayCredit()
    private let problem = Mutex<String?>(nil)
    /// Whether it was closed abruptly; `nil` before it is closed.
    private let closing = Mutex<Bool?>(nil)

    init(_ link: any Link) {
        self.link = link
    }

    func run(_ tell: @Sendable (RelayMessage) async -> Void) async -> RelayEnd {
        while await credit.wait() {
            switch await link.receive(until: Moment(nanoseconds: .max)) {
            case .bytes(let bytes, at: _):
                credit.use(bytes.count)
                for start in stride(from: 0, to: bytes.count, by: Self.piece) {
                    await tell(.data(Array(bytes[start..<min(start + Self.piece, bytes.count)])))
                }
            case .closed(let closure, at: _): return problem.withLock { $0 }.map { .failed($0) } ?? RelayEnd(closure)
            case .timedOut: return .done
            }
        }
        return .done
    }

    func forward(_ bytes: [UInt8]) async {
        do throws(LinkError) { try await link.send(bytes) } catch {
            guard error.code == .congested else { return }
            problem.withLock { $0 = error.message }
            await close(abruptly: true)
        }
    }

    func grant(_ count: Int) { credit.add(count) }

    func close(abruptly: Bool) async {
        // The end of the link wakes the task that forwards its bytes, which closes it, too: the first close decides how.
        let isAbrupt = closing.withLock { closing in
            let isAbrupt = closing ?? abruptly
            closing = isAbrupt
            return isAbrupt
        }
        await link.close(abruptly: isAbrupt)
        credit.lift()
    }

    var trip: RelayNetworkTrip? { link.roundTrip.map { RelayNetworkTrip($0) } }
}

/// A UDP port of the bench for one peer.
final class RelayDatagrams: RelayOutlet {
    private let socket: any DatagramSocket
    private let peer: DatagramAddress
    private let arrivals: AsyncStream<DatagramArrival>
    private let continuation: AsyncStream<DatagramArrival>.Continuation

    init(to peer: DatagramAddress, of carrier: any DatagramCarrier) async throws(LinkError) {
        // A tester that does not read loses datagrams, as on any network.
        let (arrivals, continuation) = AsyncStream<DatagramArrival>.makeStream(bufferingPolicy: .bufferingNewest(256))
        socket = try await carrier.connect(to: peer) { continuation.yield($0) }
        self.peer = peer
        self.arrivals = arrivals
        self.continuation = continuation
    }

    func run(_ tell: @Sendable (RelayMessage) async -> Void) async -> RelayEnd {
        for await arrival in arrivals {
            switch arrival {
            case .datagram(let datagram): await tell(.datagram(peer: "\(datagram.source)", datagram.bytes))
            case .refused: await tell(.noListener)
            }
        }
        return .done
    }

    /// The port has one peer, whatever the tester names.
    func forward(_ bytes: [UInt8], to _: String) async { socket.send(bytes, to: peer) }

    func close(abruptly: Bool) async {
        continuation.finish()
        await socket.close()
    }
}

/// A port of the bench for multicast DNS.
final class RelayGroup: RelayOutlet {
    private let port: any DatagramPort

    init(_ port: any DatagramPort) {
        self.port = port
    }

    /// The group of multicast DNS.
    static func group(isVersion6: Bool) -> DatagramAddress {
        DatagramAddress(host: isVersion6 ? "ff02::fb" : "224.0.0.251", port: 5353)
    }

    func run(_ tell: @Sendable (RelayMessage) async -> Void) async -> RelayEnd {
        while let datagram = await port.receive(until: Moment(nanoseconds: .max)) {
            await tell(.datagram(peer: "\(datagram.source)", datagram.bytes))
        }
        return .done
    }

    /// Only the group is reached: the port must not lead to any address of the bench.
    func forward(_ bytes: [UInt8], to peer: String) async {
        guard let group = [false, true].map(Self.group).first(where: { "\($0)" == peer }) else { return }
        // A datagram that cannot be sent is lost, as on any network.
        _ = try? await port.send(bytes, to: group)
    }

    func close(abruptly: Bool) async { await port.close() }
}
