import HTTPWire

/// The messages that a decoder reads from bytes.
struct Reading: Equatable {
    var messages: [HTTPMessage]
    var failure: HTTPError?
    var pending: [UInt8]

    /// Passes the bytes to the decoder in pieces of the given sizes; the last size repeats.
    static func of(
        _ bytes: [UInt8],
        _ role: HTTPDecoder.Role,
        sizes: [Int] = [.max],
        limits: HTTPDecoder.Limits = HTTPDecoder.Limits(),
        ending: Bool = false
    ) -> Reading {
        var decoder = HTTPDecoder(role, limits: limits)
        var messages: [HTTPMessage] = []
        var rest = bytes[...]
        var step = 0
        while !rest.isEmpty {
            let piece = rest.prefix(max(1, sizes[min(step, sizes.count - 1)]))
            messages += decoder.feed(Array(piece))
            rest = rest.dropFirst(piece.count)
            step += 1
        }
        if ending, let last = decoder.finish() { messages.append(last) }
        return Reading(messages: messages, failure: decoder.failure, pending: decoder.pending)
    }

    /// The same bytes, cut in several ways.
    static func inManyWays(
        _ bytes: [UInt8],
        _ role: HTTPDecoder.Role,
        limits: HTTPDecoder.Limits = HTTPDecoder.Limits(),
        ending: Bool = false
    ) -> [Reading] {
        var random = SplitMix(seed: UInt64(bytes.count))
        let cuts = (0..<20).map { _ in (0..<bytes.count).map { _ in Int.random(in: 1...12, using: &random) } }
        return ([[.max], [1], [2], [7, 1, 30]] + cuts).map { sizes in
            of(bytes, role, sizes: sizes.isEmpty ? [1] : sizes, limits: limits, ending: ending)
        }
    }
}

/// A small generator with a seed, so that a failed run is repeatable.
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}

/// Texts with `
/// ` as the line end.
func wire(_ text: String) -> [UInt8] {
    Array(text.replacing("\n", with: "\r\n").utf8)
}
