/// Puts a body together from its blocks (RFC 7959 2.3).
struct BodyAssembly: Sendable {
    enum Step: Sendable {
        /// The body is complete.
        case complete([UInt8])
        /// The next block is expected.
        case wantsNext
        /// A block is missing or repeated.
        case incomplete
        case tooLarge
    }

    private(set) var bytes: [UInt8] = []
    private let maximum: Int

    init(maximum: Int) {
        self.maximum = maximum
    }

    mutating func add(_ payload: [UInt8], as block: CoAPBlock) -> Step {
        // A transfer starts again with its first block.
        if block.number == 0 { bytes = [] }
        guard block.offset == bytes.count, !block.isMore || payload.count == block.size else { return .incomplete }
        guard bytes.count + payload.count <= maximum else { return .tooLarge }
        bytes += payload
        return block.isMore ? .wantsNext : .complete(bytes)
    }
}

extension [UInt8] {
    /// The bytes of one block, and the block that says whether further ones follow; `nil` beyond the end.
    func block(_ number: Int, sizeExponent: Int) -> (bytes: [UInt8], block: CoAPBlock)? {
        var block = CoAPBlock(number: number, isMore: false, sizeExponent: sizeExponent)
        guard block.offset < count || (isEmpty && number == 0) else { return nil }
        block.isMore = block.offset + block.size < count
        return (Array(dropFirst(block.offset).prefix(block.size)), block)
    }
}
