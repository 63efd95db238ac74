/// The id of a characteristic: AID and IID.
package struct CharacteristicID: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The accessory object.
    package var aid: UInt64
    /// The characteristic's instance id.
    package var iid: UInt64

    package init(aid: UInt64, iid: UInt64) {
        self.aid = aid
        self.iid = iid
    }

    /// Parses the form that requests use, `1.9`.
    package init?(_ text: some StringProtocol) {
        // Byte by byte: splitting by characters takes longer than the rest of a request.
        var aid: UInt64?
        var number: UInt64?
        for byte in String(text).utf8 {
            switch byte {
            case 0x30...0x39:
                let (tens, isTooLarge) = (number ?? 0).multipliedReportingOverflow(by: 10)
                let (next, overflows) = tens.addingReportingOverflow(UInt64(byte - 0x30))
                guard !isTooLarge, !overflows else { return nil }
                number = next
            case UInt8(ascii: ".") where aid == nil && number != nil: (aid, number) = (number, nil)
            default: return nil
            }
        }
        guard let aid, let iid = number else { return nil }
        self.init(aid: aid, iid: iid)
    }

    /// The form that requests use, `1.9`.
    package var description: String { "\(aid).\(iid)" }

    package static func < (left: CharacteristicID, right: CharacteristicID) -> Bool {
        (left.aid, left.iid) < (right.aid, right.iid)
    }
}
