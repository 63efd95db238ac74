import HAPCrypto
import HAPModel

/// The items of a request as an accessory decodes them: strictly, like Apple's reference, unless a check is omitted.
struct MessageIntake {
    /// The first value of each known type; unknown types are removed.
    private var values: [UInt8: [UInt8]] = [:]

    /// No items.
    init() {}

    /// Reads a body.
    ///
    /// - Throws: a refusal if the body is malformed.
    init(_ body: [UInt8], with conduct: Conduct) throws(Refusal) {
        let tlv = TLV8(decoding: body)
        if let first = tlv.items.first, first.type != TLVType.state.rawValue {
            try conduct.require(.tlvOrder, true, else: Refusal.malformed)
        }
        try self.init(tlv, unknown: .tlvUnknownType, with: conduct)
    }

    /// Reads what EncryptedData contained.
    ///
    /// - Throws: a refusal if it is malformed.
    init(sealed plain: [UInt8], with conduct: Conduct) throws(Refusal) {
        let tlv = TLV8(decoding: plain)
        if let first = tlv.items.first, first.type != TLVType.identifier.rawValue {
            try conduct.require(.tlvSealedOrder, true, else: Refusal.malformed)
        }
        try self.init(tlv, unknown: .tlvSealedUnknown, with: conduct)
    }

    private init(_ tlv: TLV8, unknown: PairingGuard, with conduct: Conduct) throws(Refusal) {
        let isEmpty = tlv.items.isEmpty && tlv.deviations.isEmpty
        try conduct.requireForSafety(.tlvEmpty, !isEmpty, else: Refusal.malformed)
        for deviation in tlv.deviations {
            switch deviation.kind {
            case .truncatedHeader: try conduct.requireForSafety(.tlvTruncatedHeader, false, else: Refusal.malformed)
            case .truncatedValue: try conduct.requireForSafety(.tlvTruncatedValue, false, else: Refusal.malformed)
            case .shortFragment: try conduct.require(.tlvShortFragment, false, else: Refusal.malformed)
            case .emptyFragment: try conduct.require(.tlvEmptyFragment, false, else: Refusal.malformed)
            }
        }
        for item in tlv.items {
            if !item.value.isEmpty, item.value.count.isMultiple(of: 255) {
                try conduct.require(.tlvFullFragment, true, else: Refusal.malformed)
            }
            if item.value.isEmpty { try conduct.require(.tlvZeroLength, true, else: Refusal.malformed) }
            if TLVType.allCases.contains(TLVType(rawValue: item.type)) {
                try take(item, with: conduct)
            } else {
                let check = item.value.count > 255 ? PairingGuard.tlvUnknownFragmented : unknown
                try conduct.require(check, true, else: Refusal.malformed)
            }
        }
    }

    /// The item's value.
    subscript(type: TLVType) -> [UInt8]? {
        values[type.rawValue]
    }

    /// Applies the alterations of a value's point.
    mutating func alter(_ type: TLVType, _ point: String, with alterer: inout Alterer) {
        guard alterer.touches(point) else { return }
        values[type.rawValue] = alterer.field(point, values[type.rawValue]).first
    }

    private mutating func take(_ item: TLV8.Item, with conduct: Conduct) throws(Refusal) {
        let value = conduct.skips(.tlvReassembly) ? Array(item.value.prefix(255)) : item.value
        guard let earlier = values[item.type], item.type != TLVType.separator.rawValue else {
            values[item.type] = value
            return
        }
        if conduct.skips(.tlvContiguity), earlier.count.isMultiple(of: 255) {
            values[item.type] = earlier + value
        } else {
            try conduct.require(.tlvDuplicate, false, else: Refusal.malformed)
            values[item.type] = value
        }
    }
}
