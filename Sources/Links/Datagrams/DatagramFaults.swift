package import Measurement

/// What an in-process network does to datagrams between single hosts, as real networks do.
///
/// Each fraction is the probability, from 0 to 1, of one datagram.
package struct DatagramFaults: Sendable {
    package var loss: Double
    package var duplication: Double
    /// Delivered after ``lateBy`` instead of at once, so that later datagrams overtake it.
    package var reordering: Double
    package var lateBy: Duration
    /// While it lasts, every datagram is lost.
    package var outage: Range<Moment>?

    package init(
        loss: Double = 0,
        duplication: Double = 0,
        reordering: Double = 0,
        lateBy: Duration = .milliseconds(50),
        outage: Range<Moment>? = nil
    ) {
        self.loss = loss
        self.duplication = duplication
        self.reordering = reordering
        self.lateBy = lateBy
        self.outage = outage
    }

    /// How late each copy of a datagram that is sent now arrives; none if it is lost.
    func copies(at now: Moment, using random: inout some RandomNumberGenerator) -> [Duration] {
        func happens(_ probability: Double, _ random: inout some RandomNumberGenerator) -> Bool {
            Double.random(in: 0..<1, using: &random) < probability
        }
        guard outage?.contains(now) != true, !happens(loss, &random) else { return [] }
        let count = happens(duplication, &random) ? 2 : 1
        return (0..<count).map { _ in happens(reordering, &random) ? lateBy : .zero }
    }
}
