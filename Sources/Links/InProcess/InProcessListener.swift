/// Accepts the links that are opened to one name of an ``InProcessNetwork``.
package final class InProcessListener: LinkListener {
    package let links: AsyncStream<any Link>
    private let continuation: AsyncStream<any Link>.Continuation
    private let network: InProcessNetwork
    private let address: String

    init(network: InProcessNetwork, address: String) {
        self.network = network
        self.address = address
        (links, continuation) = AsyncStream.makeStream()
    }

    package func close() async {
        network.forget(address)
        continuation.finish()
    }

    package func pause() async { network.forget(address) }

    package func resume() async throws(LinkError) { try network.listen(self, at: address) }

    func take(_ link: any Link) {
        continuation.yield(link)
    }
}
