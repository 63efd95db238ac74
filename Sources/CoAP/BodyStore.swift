/// The bodies of an answering endpoint that are larger than a message: requests that arrive in blocks, and responses that
/// are fetched in blocks (RFC 7959 2.4, 2.5).
struct BodyStore<Peer: Hashable & Sendable>: Sendable {
    enum Step {
        /// A request with its whole body.
        case whole(CoAPMessage)
        /// A part of a transfer, and its answer.
        case answer(CoAPMessage)
    }

    /// A transfer: one for each peer, method and path.
    private struct Key: Hashable {
        let peer: Peer
        let code: CoAPCode
        let path: String
    }

    /// Transfers at the same time; the oldest is dropped.
    private static var capacity: Int { 16 }

    private let maximum: Int
    private var arriving: [Key: BodyAssembly] = [:]
    private var leaving: [Key: CoAPMessage] = [:]
    private var order: [Key] = []

    init(_ timing: CoAPTiming) {
        maximum = timing.bodyMaximum
    }

    mutating func received(_ request: CoAPMessage, from peer: Peer) -> Step {
        let key = Key(peer: peer, code: request.code, path: request.path)
        if let block = request.block(.block2), block.number > 0 { return .answer(part(block, of: leaving[key])) }
        guard let block = request.block(.block1), block.isMore || block.number > 0 else { return .whole(request) }
        remember(key)
        var assembly = arriving[key] ?? BodyAssembly(maximum: maximum)
        let step = assembly.add(request.payload, as: block)
        arriving[key] = assembly
        switch step {
        case .complete(let body):
            arriving[key] = nil
            var whole = request
            whole.payload = body
            return .whole(whole)
        case .wantsNext: return .answer(CoAPMessage(.acknowledgement, .continue, options: [block.option(.block1)]))
        case .incomplete: return .answer(CoAPMessage(.acknowledgement, .requestEntityIncomplete))
        case .tooLarge: return .answer(CoAPMessage(.acknowledgement, .requestEntityTooLarge))
        }
    }

    /// The first part of a response: all of it, if it fits into one message.
    mutating func firstPart(of response: CoAPMessage, to request: CoAPMessage, from peer: Peer) -> CoAPMessage {
        var response = response
        if let block = request.block(.block1), response[.block1] == nil, response.code.isSuccess {
            response.options.append(block.option(.block1))
        }
        let asked = request.block(.block2)
        guard response[.block2] == nil, response.payload.count > asked?.size ?? CoAPBlock(number: 0, isMore: false).size
        else { return response }
        let key = Key(peer: peer, code: request.code, path: request.path)
        remember(key)
        leaving[key] = response
        return part(asked ?? CoAPBlock(number: 0, isMore: false), of: response)
    }

    private func part(_ block: CoAPBlock, of whole: CoAPMessage?) -> CoAPMessage {
        guard let whole, let (bytes, found) = whole.payload.block(block.number, sizeExponent: block.sizeExponent) else {
            return CoAPMessage(.acknowledgement, .badOption)
        }
        var part = whole.replacing(found.option(.block2))
        part.payload = bytes
        return part
    }

    private mutating func remember(_ key: Key) {
        order.removeAll { $0 == key }
        order.append(key)
        guard order.count > Self.capacity else { return }
        let oldest = order.removeFirst()
        (arriving[oldest], leaving[oldest]) = (nil, nil)
    }
}
