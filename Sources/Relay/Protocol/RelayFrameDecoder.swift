/// Takes frames out of a stream of bytes that arrive in pieces of any size.
///
/// It holds at most one frame that is not complete, so a peer cannot make it grow.
package struct RelayFrameDecoder: Sendable {
    /// The bytes are not frames.
    package struct Malformed: Error, Sendable, Hashable, CustomStringConvertible {
        /// Where in the stream the frame begins.
        package let offset: Int
        /// The length that it claims.
        package let length: Int

        package var description: String { "at byte \(offset) a frame claims a length of \(length)" }
    }

    /// The largest content that is accepted.
    package var longest: Int
    private var bytes: [UInt8] = []
    private var first = 0
    private var taken = 0

    package init(longest: Int = RelayFrame.longest) {
        self.longest = longest
    }

    package mutating func add(_ more: [UInt8]) {
        if first > 0 {
            bytes.removeFirst(first)
            first = 0
        }
        bytes += more
    }

    /// The next complete frame; `nil` if more bytes are needed.
    ///
    /// - Throws: ``Malformed`` if the length is impossible; nothing that follows can be decoded either.
    package mutating func next() throws(Malformed) -> RelayFrame? {
        var rest = bytes[first...]
        guard let length = RelayBytes.take(UInt32.self, from: &rest) else { return nil }
        guard length >= RelayFrame.headLength, length <= RelayFrame.headLength + longest else {
            throw Malformed(offset: taken, length: Int(length))
        }
        guard rest.count >= length else { return nil }
        rest = rest.prefix(Int(length))
        let kind = RelayFrame.Kind(rawValue: rest.removeFirst())
        let channel = RelayBytes.take(UInt32.self, from: &rest) ?? 0
        first += 4 + Int(length)
        taken += 4 + Int(length)
        return RelayFrame(kind, channel: channel, content: Array(rest))
    }
}
