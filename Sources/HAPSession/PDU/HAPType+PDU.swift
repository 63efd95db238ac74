package import HAPModel

extension HAPType {
    /// The UUID in PDUs: 16 bytes, little endian.
    package var littleEndian: [UInt8] {
        (Hex.decode(full.filter { $0 != "-" }) ?? []).reversed()
    }

    /// The shortest form: 1 to 4 bytes for Apple's types, as in the database over CoAP, otherwise all 16.
    package var shortLittleEndian: [UInt8] {
        guard isApple, let number = UInt64(short, radix: 16) else { return littleEndian }
        return PDUNumber.bytes(number, atLeast: 1)
    }

    /// Reads 1 to 4 bytes of one of Apple's types, or all 16 bytes of any type.
    package init?(littleEndian bytes: [UInt8]) {
        if (1...4).contains(bytes.count) {
            self.init(UInt32(truncatingIfNeeded: PDUNumber.value(bytes[...])))
            return
        }
        guard bytes.count == 16 else { return nil }
        let digits = Hex.encode(bytes.reversed())
        var groups: [Substring] = []
        var rest = digits[...]
        for count in [8, 4, 4, 4, 12] {
            groups.append(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        self.init(groups.joined(separator: "-"))
    }
}
