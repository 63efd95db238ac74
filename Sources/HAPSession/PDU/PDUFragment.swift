/// The fragments of a PDU that does not fit one write (HAP R1 6.3.3.3).
enum PDUFragment {
    /// The control byte and the transaction id of a continuation.
    static let continuationHeader = 2

    static func deviations<Message: PDU>(
        ofControl control: UInt8,
        _: Message.Type,
        at offset: Int
    ) -> [PDUDeviation] {
        var deviations: [PDUDeviation] = []
        if control & PDUControl.kind != Message.kind { deviations.append(PDUDeviation(.otherKind, at: offset)) }
        if control & (PDUControl.reserved | PDUControl.continuation) != 0 {
            deviations.append(PDUDeviation(.reservedBits, at: offset))
        }
        return deviations
    }
}

/// A PDU that can be fragmented, because it has a transaction id.
package protocol FragmentedPDU: PDU {
    var transaction: UInt8 { get }
}

extension PDURequest: FragmentedPDU {}
extension PDUResponse: FragmentedPDU {}

extension FragmentedPDU {
    /// The PDU in fragments: the first with header and length, the others as continuations.
    ///
    /// - Parameter size: the maximum size of a fragment; a size that is too small for the header is increased.
    package func fragments(ofAtMost size: Int) -> [[UInt8]] {
        let whole = encoded()
        let first = max(size, 1 + Self.headerLength + 2)
        var fragments = [Array(whole.prefix(first))]
        var rest = whole.dropFirst(first)
        while !rest.isEmpty {
            let piece = rest.prefix(first - PDUFragment.continuationHeader)
            fragments.append([PDUControl.continuation | Self.kind, transaction] + piece)
            rest = rest.dropFirst(piece.count)
        }
        return fragments
    }
}

/// Assembles a PDU from its fragments.
///
/// Decoding never fails: a continuation without a PDU is skipped, one of another transaction is used, and both are
/// listed in ``deviations``.
package struct PDUAssembler<Message: FragmentedPDU>: Sendable {
    /// The deviations from the format, by the offset in all bytes so far.
    package private(set) var deviations: [PDUDeviation] = []
    private var offset = 0
    private var open: (header: [UInt8], length: Int, body: [UInt8])?

    package init() {}

    /// Whether a PDU is incomplete.
    package var isOpen: Bool { open != nil }

    /// Adds one fragment; returns the PDU if it is now complete.
    package mutating func take(_ fragment: [UInt8]) -> Message? {
        defer { offset += fragment.count }
        guard let control = fragment.first else {
            note(.truncatedHeader)
            return nil
        }
        guard control & PDUControl.continuation == 0 else { return takeContinuation(fragment) }
        deviations += PDUFragment.deviations(ofControl: control, Message.self, at: offset)
        if open != nil { note(.interrupted) }
        open = nil
        let start = 1 + Message.headerLength
        guard fragment.count >= start else {
            note(.truncatedHeader)
            return nil
        }
        let header = Array(fragment[1..<start])
        guard fragment.count > start else { return Message(header: header, body: nil) }
        guard fragment.count >= start + 2 else {
            note(.truncatedHeader)
            return nil
        }
        let length = Int(PDUNumber.value(fragment[start..<start + 2]))
        open = (header, length, Array(fragment.dropFirst(start + 2)))
        return completed()
    }

    private mutating func takeContinuation(_ fragment: [UInt8]) -> Message? {
        let control = fragment[0] & ~PDUControl.continuation
        deviations += PDUFragment.deviations(ofControl: control, Message.self, at: offset)
        guard fragment.count >= PDUFragment.continuationHeader else {
            note(.truncatedHeader)
            return nil
        }
        guard let begun = open else {
            note(.strayContinuation)
            return nil
        }
        let transaction = Message(header: begun.header, body: nil).transaction
        if transaction != fragment[1] { note(.otherTransaction) }
        open?.body += fragment.dropFirst(PDUFragment.continuationHeader)
        return completed()
    }

    private mutating func completed() -> Message? {
        guard let begun = open, begun.body.count >= begun.length else { return nil }
        if begun.body.count > begun.length { note(.excess) }
        open = nil
        return Message(header: begun.header, body: Array(begun.body.prefix(begun.length)))
    }

    private mutating func note(_ kind: PDUDeviation.Kind) {
        deviations.append(PDUDeviation(kind, at: offset))
    }
}
