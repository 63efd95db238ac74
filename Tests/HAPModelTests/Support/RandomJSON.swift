import HAPModel

extension JSON {
    /// A value of any kind, with no more than so many levels of lists and objects.
    static func random(depth: Int, using random: inout SeededGenerator) -> JSON {
        switch Int.random(in: 0...(depth > 0 ? 7 : 5), using: &random) {
        case 0: return .null
        case 1: return .bool(.random(using: &random))
        case 2: return JSON(random.next())
        case 3: return JSONNumber(Double(bitPattern: random.next())).map(JSON.number) ?? .null
        case 4: return JSON(Int64(bitPattern: random.next()))
        case 5:
            let scalars = (0..<Int.random(in: 0...8, using: &random)).map { _ in
                Unicode.Scalar(UInt32.random(in: 0...0x10ffff, using: &random)) ?? "\u{1f}"
            }
            return .string(String(String.UnicodeScalarView(scalars)))
        case 6:
            let count = Int.random(in: 0...4, using: &random)
            return .array((0..<count).map { _ in self.random(depth: depth - 1, using: &random) })
        default:
            let count = Int.random(in: 0...4, using: &random)
            return .object(
                JSONObject(
                    members: (0..<count).map { index in
                        .init(key: "key\(index % 3)", value: self.random(depth: depth - 1, using: &random))
                    }
                )
            )
        }
    }
}
