/// A request on its way: its body in blocks, and the blocks of its response (RFC 7959 3).
struct OutgoingRequest<Peer: Hashable & Sendable>: Sendable {
    enum Step {
        /// The next message of the transfer.
        case next(CoAPMessage)
        case done(CoAPMessage)
        case failed(CoAPFailure)
    }

    let peer: Peer
    /// The message that was sent last; `nil` before the first.
    var message: CoAPMessage?
    var retransmission: Retransmission?
    /// The datagram of a message; `nil` encodes it as it is.
    let encode: (@Sendable (CoAPMessage) -> [UInt8])?
    private let whole: CoAPMessage
    private var sizeExponent: Int
    /// How many bytes of the body the peer has.
    private var delivered = 0
    private var assembly: BodyAssembly

    /// The bytes of the response so far.
    var partial: [UInt8] { assembly.bytes }

    init(_ message: CoAPMessage, to peer: Peer, maximum: Int, delivery: CoAPDelivery) {
        sizeExponent = delivery.sizeExponent ?? CoAPBlock.largest
        encode = delivery.encode
        // A size is also asked for in the response, before it is known whether it needs blocks (RFC 7959 2.4).
        let asked = delivery.sizeExponent.map { CoAPBlock(number: 0, isMore: false, sizeExponent: $0) }
        whole = asked.map { message.replacing($0.option(.block2)) } ?? message
        self.peer = peer
        assembly = BodyAssembly(maximum: maximum)
    }

    /// The next part of the request: all of it, if it fits into one message.
    func nextPart() -> CoAPMessage {
        // A request with blocks of its own is sent as it is.
        guard whole[.block1] == nil, whole.payload.count > 16 << sizeExponent || delivered > 0,
            let (bytes, block) = whole.payload.block(delivered >> (4 + sizeExponent), sizeExponent: sizeExponent)
        else { return whole }
        var part = whole.replacing(block.option(.block1))
        part.payload = bytes
        return part
    }

    /// Whether the request asks for one block of the response and nothing else.
    private var asksForBlock: Bool { whole[.block2] != nil && whole.block(.block2)?.number != 0 }

    /// A response to the message that was sent last.
    mutating func received(_ response: CoAPMessage) -> Step {
        retransmission = nil
        if response.code == .continue, let asked = message?.block(.block1), let block = response.block(.block1),
            asked.isMore, block.number == asked.number
        {
            delivered += asked.size
            // The peer may ask for smaller blocks.
            sizeExponent = min(sizeExponent, block.sizeExponent)
            return .next(nextPart())
        }
        // The peer has taken nothing, and wants smaller blocks (RFC 7959 2.9.3).
        if response.code == .requestEntityTooLarge, whole[.block1] == nil, let wanted = response.block(.block1),
            wanted.sizeExponent < sizeExponent
        {
            (sizeExponent, delivered) = (wanted.sizeExponent, 0)
            return .next(nextPart())
        }
        // Of which body the payload is a part cannot be known.
        if response[.block2] != nil, response.block(.block2) == nil { return .failed(.blocks) }
        guard let block = response.block(.block2), block.isMore || block.number > 0, !asksForBlock else {
            return .done(response)
        }
        switch assembly.add(response.payload, as: block) {
        case .complete(let body):
            var complete = response
            complete.payload = body
            return .done(complete)
        case .wantsNext:
            var part = whole
            part.payload = []
            let next = CoAPBlock(number: block.number + 1, isMore: false, sizeExponent: block.sizeExponent)
            return .next(part.replacing(next.option(.block2)))
        case .incomplete: return .failed(.blocks)
        case .tooLarge: return .failed(.tooLarge)
        }
    }
}
