package import Measurement

/// Opens links to one name of an ``InProcessNetwork``.
package struct InProcessDialer: LinkDialer {
    private let network: InProcessNetwork
    package let destination: String

    init(network: InProcessNetwork, destination: String) {
        self.network = network
        self.destination = destination
    }

    package func dial(until deadline: Moment) async throws(LinkError) -> any Link {
        try network.open(to: destination)
    }
}
