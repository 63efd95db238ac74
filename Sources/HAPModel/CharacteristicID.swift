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
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let aid = UInt64(parts[0]), let iid = UInt64(parts[1])
        else { return nil }
        self.init(aid: aid, iid: iid)
    }

    /// The form that requests use, `1.9`.
    package var description: String { "\(aid).\(iid)" }

    package static func < (left: CharacteristicID, right: CharacteristicID) -> Bool {
        (left.aid, left.iid) < (right.aid, right.iid)
    }
}
