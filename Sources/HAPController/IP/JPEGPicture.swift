import HAPCrypto
import HAPModel

/// What the header of a JPEG file says (ITU-T T.81 B.2), for snapshots of a camera.
struct JPEGPicture {
    /// Pixels; `nil` without a frame header.
    private(set) var width: Int?
    private(set) var height: Int?
    /// Whether it has picture data and ends as a file does.
    private let isWhole: Bool
    private let mark: String

    /// - Returns: `nil` if the bytes do not begin like a JPEG file.
    init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { return nil }
        var index = 2
        var hasScan = false
        while index + 4 <= bytes.count, bytes[index] == 0xFF {
            let marker = bytes[index + 1]
            // Any number of FF may stand before a marker.
            if marker == 0xFF {
                index += 1
                continue
            }
            let length = Int(bytes[index + 2]) << 8 | Int(bytes[index + 3])
            if Self.isFrame(marker), index + 9 <= bytes.count {
                height = Int(bytes[index + 5]) << 8 | Int(bytes[index + 6])
                width = Int(bytes[index + 7]) << 8 | Int(bytes[index + 8])
            }
            if marker == 0xDA {
                hasScan = true
                break
            }
            index += 2 + max(length, 2)
        }
        // Some encoders fill the file up, or append data of their own.
        isWhole = hasScan && bytes[min(index + 2, bytes.count)...].firstRange(of: [0xFF, 0xD9]) != nil
        mark = Hex.encode(SHA512.hash(bytes).prefix(6))
    }

    /// Start of frame: C0 to CF but the tables and extensions among them.
    private static func isFrame(_ marker: UInt8) -> Bool {
        (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
    }

    var json: JSON {
        [
            "width": width.map { JSON($0) } ?? .null, "height": height.map { JSON($0) } ?? .null,
            "whole": .bool(isWhole), "mark": .string(mark),
        ]
    }
}
