import Links
import Measurement

extension RelayVisit {
    /// Opens what the target names.
    func open(_ target: RelayTarget, until deadline: Moment) async throws(RelayRefusal) -> any RelayOutlet {
        switch target {
        case .stream(let address):
            let host = try await admit(address, until: deadline)
            try occupy("\(DatagramAddress(host: host, port: address.port))")
            let dialer = access.dialer(host: host, port: address.port)
            do throws(LinkError) { return RelayStream(try await dialer.dial(until: deadline)) } catch {
                throw RelayRefusal(error)
            }
        case .datagrams(let address):
            let host = try await admit(address, until: deadline)
            let peer = DatagramAddress(host: host, port: address.port)
            try occupy("\(peer)")
            do throws(LinkError) { return try await RelayDatagrams(to: peer, of: access.carrier) } catch {
                throw RelayRefusal(error)
            }
        case .questions(let interface):
            let network = try network(at: interface)
            noteGroup(at: interface)
            do throws(LinkError) { return RelayGroup(try await network.open()) } catch { throw RelayRefusal(error) }
        case .group(let interface):
            let network = try network(at: interface)
            noteGroup(at: interface)
            let group = RelayGroup.group(isVersion6: interface.contains(":"))
            do throws(LinkError) { return RelayGroup(try await network.join(group)) } catch {
                throw RelayRefusal(error)
            }
        }
    }

    /// The answer to a question about the bench.
    func answer(_ question: RelayQuestion) async throws(RelayRefusal) -> String {
        switch question {
        case .route(let address):
            let deadline = clock.deadline(in: rules.openWithin)
            let host = try await admit(address, until: deadline)
            let route = try await route(to: DatagramAddress(host: host, port: address.port), until: deadline)
            return "\(route.interface.zonedText) \(host)"
        case .neighbour(let host):
            guard rules.allowed.allows(host, port: nil) else { throw forbidden("\(host)") }
            let deadline = clock.deadline(in: rules.lookUpWithin)
            guard let route = try? await access.route(to: "\(host)", port: 9, until: deadline) else { return "" }
            let address = await access.network(at: route.interface).hardwareAddress(of: host)
            return (address ?? []).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        case .interfaces:
            do throws(LinkError) { return try await access.interfaces().map(\.zonedText).joined(separator: "\n") } catch
            {
                throw RelayRefusal(error)
            }
        }
    }

    /// The numeric address, if the relay may connect to it.
    ///
    /// The name is resolved before the check, and only its result is used: the name may mean something else a moment later.
    private func admit(_ address: DatagramAddress, until deadline: Moment) async throws(RelayRefusal) -> String {
        let host: IPAddress
        if let numeric = IPAddress(address.host) {
            host = numeric
        } else {
            let half = clock.now.advanced(by: clock.now.duration(to: deadline) / 2)
            host = try await route(to: address, until: min(half, clock.deadline(in: rules.lookUpWithin))).host
        }
        guard rules.allowed.allows(host, port: address.port) else {
            throw forbidden("\(DatagramAddress(host: host.description, port: address.port))")
        }
        return host.description
    }

    private func forbidden(_ place: String) -> RelayRefusal {
        RelayRefusal(.forbidden, "the relay does not connect to \(place): start it with --allow for this address")
    }

    private func route(
        to address: DatagramAddress,
        until deadline: Moment
    ) async throws(RelayRefusal) -> NetworkRoute {
        do throws(LinkError) {
            return try await access.route(to: address.host, port: address.port, until: deadline)
        } catch {
            throw RelayRefusal(error)
        }
    }

    private func network(at interface: String) throws(RelayRefusal) -> any DatagramNetwork {
        guard let address = IPAddress(interface) else {
            throw RelayRefusal(.unreachable, "the relay has no interface \(interface)")
        }
        return access.network(at: address)
    }
}

extension IPAddress {
    /// The address with its zone, also where the zone does not belong to the usual text form.
    package var zonedText: String { zone.map { "\(inZone(nil))%\($0)" } ?? description }
}
