package import Links
package import Measurement

extension RelayClient: NetworkAccess {
    package func dialer(host: String, port: Int) -> any LinkDialer {
        RelayDialer(client: self, address: DatagramAddress(host: host, port: port))
    }

    package var carrier: any DatagramCarrier { RelayCarrier(client: self) }

    package func network(at interface: IPAddress) -> any DatagramNetwork {
        RelayNetwork(client: self, interface: interface)
    }

    package func route(to host: String, port: Int, until deadline: Moment) async throws(LinkError) -> NetworkRoute {
        let address = DatagramAddress(host: host, port: port)
        let words = try await answer(to: .route(address), until: deadline).split(separator: " ").map(String.init)
        guard words.count == 2, let interface = IPAddress(words[0]), let host = IPAddress(words[1]) else {
            throw LinkError(.unreachable, "\(name) gave a malformed route to \(address)")
        }
        return NetworkRoute(interface: interface, host: host)
    }

    package func interfaces() async throws(LinkError) -> [IPAddress] {
        try await answer(to: .interfaces).split(separator: "\n").compactMap { IPAddress(String($0)) }
    }

    /// How long the relay may take to look something up.
    private static let lookup = Duration.seconds(10)

    func answer(to question: RelayQuestion, until deadline: Moment? = nil) async throws(LinkError) -> String {
        let channel = newChannel()
        let latest = clock.deadline(in: Self.lookup)
        let answer = await ask(.question(question.text), on: channel, until: min(deadline ?? latest, latest))
        switch answer {
        case .success(.answer(let text)): return text
        case .success(.refused(let refusal)): throw refusal.linkError
        case .success: throw LinkError(.unreachable, "\(name) gave no answer")
        case .failure(let error): throw error
        }
    }
}
