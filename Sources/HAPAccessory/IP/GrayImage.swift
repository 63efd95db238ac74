/// A gray picture as a JPEG file (ITU-T T.81): the snapshot of a simulated camera.
struct GrayImage {
    /// Pixels.
    var width: Int
    var height: Int
    /// 0 to 63; different ones make different files.
    var level: Int

    /// The file: baseline, one component, with Huffman tables of the few codes that one level needs.
    var file: [UInt8] {
        var bytes: [UInt8] = [0xFF, 0xD8]
        bytes += Self.segment(0xDB, [0] + [UInt8](repeating: 16, count: 64))
        bytes += Self.segment(0xC0, [8] + Self.word(height) + Self.word(width) + [1, 1, 0x11, 0])
        // Differences of no bit and of six bits, with the codes 0 and 10.
        bytes += Self.segment(0xC4, [0x00, 1, 1] + [UInt8](repeating: 0, count: 14) + [0, 6])
        // The end of a block, with the code 0.
        bytes += Self.segment(0xC4, [0x10, 1] + [UInt8](repeating: 0, count: 15) + [0])
        bytes += Self.segment(0xDA, [1, 1, 0, 0, 63, 0])
        return bytes + scan + [0xFF, 0xD9]
    }

    /// The first block differs from 0 by the level, each other one from the one before it by nothing.
    private var scan: [UInt8] {
        let blocks = ((width + 7) / 8) * ((height + 7) / 8)
        // A difference of six bits is 32 to 63, or -63 to -32 with the bits of 0 to 31.
        let bits = [true, false] + (0..<6).reversed().map { level >> $0 & 1 == 1 } + [false]
        var bytes = [UInt8](repeating: 0, count: (bits.count + 2 * (blocks - 1) + 7) / 8)
        for (index, bit) in bits.enumerated() where bit { bytes[index / 8] |= 0x80 >> UInt8(index % 8) }
        let rest = bytes.count * 8 - (bits.count + 2 * (blocks - 1))
        bytes[bytes.count - 1] |= UInt8((1 << rest) - 1)
        return bytes.flatMap { $0 == 0xFF ? [0xFF, 0] : [$0] }
    }

    private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker] + word(content.count + 2) + content
    }

    private static func word(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)] }
}
