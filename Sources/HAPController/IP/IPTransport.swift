import DNSWire
package import HAPModel
package import Links
package import Measurement
import Synchronization

/// Reaches an accessory over TCP, and finds it over multicast DNS.
package struct IPTransport: Transport {
    private let dialer: any LinkDialer
    private let clock: MonotonicClock
    private let finder: ServiceFinder?
    private let access: (any NetworkAccess)?
    /// The accessory's host and port on those networks.
    private var place: (host: String, port: Int)?

    /// - Parameters:
    ///   - dialer: opens TCP connections to the accessory, or in-process links.
    ///   - finder: searches for the accessory's advertisement; `nil` if that is impossible.
    ///   - access: the networks on which the accessory is; `nil` for in-process links.
    package init(
        dialer: any LinkDialer,
        clock: MonotonicClock,
        finder: ServiceFinder? = nil,
        access: (any NetworkAccess)? = nil
    ) {
        self.dialer = dialer
        self.clock = clock
        self.finder = finder
        self.access = access
    }

    /// Connects to an accessory at an address, over sockets of this machine or of a relay.
    package init(host: String, port: Int, over access: any NetworkAccess, clock: MonotonicClock = .system) {
        self.init(
            dialer: access.dialer(host: host, port: port),
            clock: clock,
            finder: ServiceFinder(host: host, port: port, over: access, clock: clock),
            access: access
        )
        place = (host, port)
    }

    /// Connects to an accessory at an address, over sockets of this machine.
    package init(_ dialer: SocketDialer, clock: MonotonicClock = .system) {
        self.init(host: dialer.host, port: dialer.port, over: LocalNetworkAccess(clock: clock), clock: clock)
    }

    package var kind: TransportKind { .ip }
    package var destination: String { dialer.destination }
    package var relayRoundTrip: Duration? { access?.relayRoundTrip }

    package func connection(named name: String, observer: any WireObserver) -> any Connection {
        IPConnection(dialer: dialer, clock: clock, observer: observer, name: name)
    }

    package var measuring: MeasuringTransport {
        guard let sockets = dialer as? SocketDialer else { return MeasuringTransport(self) }
        let stamped = sockets.stamped
        let transport = IPTransport(dialer: stamped, clock: clock, finder: finder)
        return MeasuringTransport(transport, stamps: stamped.stamps)
    }

    package func discover(until deadline: Moment, observer: any WireObserver) async -> Discovery {
        guard let finder else {
            return Discovery(failure: "the tester cannot use multicast DNS for this accessory")
        }
        return await finder.discovery(until: deadline, over: kind, observer: observer)
    }

    package func contest(
        _ name: ContestedName,
        until deadline: Moment,
        observer: any WireObserver
    ) async -> Discovery {
        guard let finder else {
            return Discovery(failure: "the tester cannot use multicast DNS for this accessory")
        }
        let evidence = Mutex<[UInt64]>([])
        do throws(LinkError) {
            let finding = try await finder.contest(name, until: deadline) { exchanged in
                let number = observer.record(WireEvent(exchanged))
                evidence.withLock { $0.append(number) }
            }
            return Discovery(finding, evidence: evidence.withLock { $0 })
        } catch {
            return Discovery(failure: error.message)
        }
    }

    package func survey(of deviceID: String?, observer: any WireObserver) async -> AdvertisementSurvey? {
        await finder?.survey(of: deviceID, over: kind, observer: observer)
    }

    package func listen(observer: any WireObserver) async throws(ListeningError) -> any AnnouncementListener {
        guard let finder else {
            throw ListeningError(reason: "the tester cannot use multicast DNS for this accessory")
        }
        return try await ServiceListener(finder) { observer.record(WireEvent($0)) }
    }

    package func openMediaPorts(within limit: Duration) async throws(ControllerError) -> MediaPorts {
        guard let access, let place else { return MediaPorts() }
        do throws(LinkError) {
            let route = try await access.route(to: place.host, port: place.port, until: clock.deadline(in: limit))
            return try await MediaPorts(at: route.interface, over: access.carrier)
        } catch {
            throw ControllerError(error)
        }
    }

    package func hardwareAddress() async -> [UInt8]? {
        guard let place = try? await finder?.place() else { return nil }
        return await place.network.hardwareAddress(of: place.host)
    }

    package func ask(
        _ question: DiscoveryQuestion,
        within limit: Duration,
        observer: any WireObserver
    ) async -> DiscoveryAnswer {
        guard let finder else {
            return DiscoveryAnswer(failure: "the tester cannot use multicast DNS for this accessory")
        }
        let evidence = Mutex<[UInt64]>([])
        do throws(LinkError) {
            let asked = try await finder.ask(question, within: limit) { exchanged in
                let number = observer.record(WireEvent(exchanged))
                evidence.withLock { $0.append(number) }
            }
            guard let asked else { return DiscoveryAnswer(evidence: evidence.withLock { $0 }) }
            return DiscoveryAnswer(
                fields: asked.fields,
                at: asked.at,
                asked: asked.askedAt,
                evidence: evidence.withLock { $0 }
            )
        } catch {
            return DiscoveryAnswer(failure: error.message)
        }
    }
}
