/// Decodes consecutive whole PDUs of one message, each with the length of its body, as over CoAP.
///
/// Decoding never fails: malformed PDUs are kept as far as possible and listed in ``deviations``.
package struct PDUDecoder<Message: PDU>: Sendable {
    /// The deviations from the format, by the offset in all bytes so far.
    package private(set) var deviations: [PDUDeviation] = []
    private var pending: [UInt8] = []
    private var offset = 0

    package init() {}

    /// All PDUs of a message.
    package static func decoding(_ bytes: [UInt8]) -> (messages: [Message], deviations: [PDUDeviation]) {
        var decoder = PDUDecoder()
        var messages = decoder.feed(bytes)
        if let last = decoder.finish() { messages.append(last) }
        return (messages, decoder.deviations)
    }

    /// Appends bytes and returns the PDUs that are now complete.
    package mutating func feed(_ bytes: [UInt8]) -> [Message] {
        pending += bytes
        var messages: [Message] = []
        let start = 1 + Message.headerLength + 2
        while pending.count >= start {
            let end = start + Int(PDUNumber.value(pending[start - 2..<start]))
            guard pending.count >= end else { break }
            messages.append(take(body: Array(pending[start..<end]), end: end))
        }
        return messages
    }

    /// Ends the message and returns a truncated PDU, if its header is complete.
    package mutating func finish() -> Message? {
        guard !pending.isEmpty else { return nil }
        let header = 1 + Message.headerLength
        guard pending.count >= header else {
            deviations.append(PDUDeviation(.truncatedHeader, at: offset))
            pending = []
            return nil
        }
        guard pending.count > header else { return take(body: nil, end: header) }
        deviations.append(PDUDeviation(.truncatedBody, at: offset))
        return take(body: Array(pending.dropFirst(header + 2)), end: pending.count)
    }

    private mutating func take(body: [UInt8]?, end: Int) -> Message {
        deviations += PDUFragment.deviations(ofControl: pending[0], Message.self, at: offset)
        let message = Message(header: Array(pending[1..<1 + Message.headerLength]), body: body)
        pending.removeFirst(end)
        offset += end
        return message
    }
}
