package import HAPModel
package import Links
package import Measurement

/// Reaches an accessory over Thread: HAP PDUs over CoAP and UDP.
package struct ThreadTransport: Transport {
    /// How a destination over Thread begins.
    package static let scheme = "coap://"

    private let carrier: any DatagramCarrier
    private let peer: DatagramAddress
    private let clock: MonotonicClock
    private let finder: ServiceFinder?
    private let access: (any NetworkAccess)?
    private let random: any RandomNumberGenerator & Sendable
    private let knowledge = ThreadKnowledge()

    /// - Parameters:
    ///   - peer: the accessory's address and port; a link-local IPv6 address has its zone.
    ///   - finder: searches for the accessory's advertisement; `nil` if that is impossible.
    ///   - access: the networks on which the accessory is; `nil` for in-process ports.
    ///   - random: draws the ids and tokens of messages, and waiting times.
    package init(
        to peer: DatagramAddress,
        over carrier: any DatagramCarrier,
        clock: MonotonicClock,
        finder: ServiceFinder? = nil,
        access: (any NetworkAccess)? = nil,
        random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
        self.peer = peer
        self.carrier = carrier
        self.clock = clock
        self.finder = finder
        self.access = access
        self.random = random
    }

    /// Reaches an accessory at an address, over sockets of this machine or of a relay.
    package init(
        host: String,
        port: Int,
        over access: any NetworkAccess = LocalNetworkAccess(),
        clock: MonotonicClock = .system
    ) {
        self.init(
            to: DatagramAddress(host: host, port: port),
            over: access.carrier,
            clock: clock,
            finder: ServiceFinder(
                host: host,
                port: port,
                over: access,
                service: AdvertisedService.threadType,
                clock: clock
            ),
            access: access
        )
    }

    package var kind: TransportKind { .thread }
    package var destination: String { Self.scheme + peer.description }
    package var relayRoundTrip: Duration? { access?.relayRoundTrip }

    package func connection(named name: String, observer: any WireObserver) -> any Connection {
        ThreadConnection(
            to: peer,
            over: carrier,
            clock: clock,
            random: random,
            knowledge: knowledge,
            relayRoundTrip: { [access] in access?.relayRoundTrip },
            observer: observer,
            name: name
        )
    }

    package func discover(until deadline: Moment, observer: any WireObserver) async -> Discovery {
        guard let finder else {
            return Discovery(failure: "the tester cannot use multicast DNS for this accessory")
        }
        return await finder.discovery(until: deadline, over: kind, observer: observer)
    }

    package func survey(of deviceID: String?, observer: any WireObserver) async -> AdvertisementSurvey? {
        await finder?.survey(of: deviceID, over: kind, observer: observer)
    }
}
