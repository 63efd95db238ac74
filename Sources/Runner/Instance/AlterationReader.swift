import HAPModel

/// Reads the alterations of a suite: `{M3.A: random, M5.nonce: PS-Msg06, M1.state: 0x02}`.
enum AlterationReader {
    /// The alterations of a mapping of points.
    static func alterations(_ json: JSON?) -> [Alteration] {
        (json?.objectValue?.members ?? []).map { Alteration(point: $0.key, action: action($0.value)) }
    }

    private static func action(_ value: JSON) -> AlterationAction {
        switch value {
        case .string(let text): return action(text)
        case .number(let number): return .set([UInt8(truncatingIfNeeded: number.int64 ?? 0)])
        case .array(let names): return .order(names.compactMap(\.stringValue))
        case .object(let object):
            guard let member = object.members.first else { return .empty }
            switch member.key {
            case "truncate": return .truncate(Int(member.value.int64Value ?? 0))
            case "flip-bit": return .flipBit(Int(member.value.int64Value ?? 0))
            case "append": return .append(bytes(member.value))
            case "prepend": return .prepend(bytes(member.value))
            case "text": return .text(member.value.stringValue ?? "")
            default: return .set(bytes(member.value))
            }
        case .null, .bool: return .empty
        }
    }

    private static func action(_ text: String) -> AlterationAction {
        switch text {
        case "random": return .random
        case "zero": return .zero
        case "flip-bit": return .flipBit(0)
        case "drop": return .drop
        case "empty": return .empty
        case "reverse": return .reverse
        case "duplicate": return .duplicate
        default: return text.hasPrefix("0x") ? .set(bytes(.string(text))) : .text(text)
        }
    }

    /// `0x` and hexadecimal digits, or the UTF-8 of anything else.
    static func bytes(_ value: JSON) -> [UInt8] {
        guard let text = value.stringValue else {
            return value.int64Value.map { [UInt8(truncatingIfNeeded: $0)] } ?? []
        }
        return (text.hasPrefix("0x") ? Hex.decode(String(text.dropFirst(2))) : nil) ?? Array(text.utf8)
    }
}
