import HAPModel

/// Supported Video Stream Configuration (HAP R1 8.72, tables 8-2 to 8-5).
struct VideoConfiguration {
    /// A resolution in pixels.
    struct Size: Hashable, Comparable, CustomStringConvertible {
        var width: UInt64
        var height: UInt64

        var description: String { "\(width)x\(height)" }

        static func < (one: Size, other: Size) -> Bool { (one.width, one.height) < (other.width, other.height) }
    }

    /// The sizes that a camera must support, 16:9 (HAP R1 table 11-2).
    static let wide = [(1920, 1080), (1280, 720), (640, 360), (480, 270), (320, 180)].map(Size.init)
    /// The same, 4:3.
    static let narrow = [(1280, 960), (1024, 768), (640, 480), (480, 360), (320, 240)].map(Size.init)

    private(set) var codecs: [UInt64] = []
    private(set) var profiles: Set<UInt64> = []
    private(set) var levels: Set<UInt64> = []
    private(set) var sizes: Set<Size> = []
    /// What a controller can select: the profiles and levels of a codec configuration, with the size and the pictures a second of one of
    /// its attributes.
    private(set) var selections: [(profiles: [UInt64], levels: [UInt64], size: Size, rate: UInt64)] = []
    private(set) var flaws: JSON = .array([])

    init(_ value: JSON?) {
        var reader = ItemReader()
        let items = reader.items(ofValue: value)
        for codec in reader.groups(1, in: items, "codec configuration") {
            codecs += reader.numbers(1, in: codec, "codec type")
            var (own, ownLevels): ([UInt64], [UInt64]) = ([], [])
            if let parameters = reader.group(2, in: codec, "codec parameters") {
                own = reader.numbers(1, in: parameters, "profile")
                ownLevels = reader.numbers(2, in: parameters, "level")
                _ = reader.numbers(3, in: parameters, "packetization mode")
            }
            profiles.formUnion(own)
            levels.formUnion(ownLevels)
            for attributes in reader.groups(3, in: codec, "video attributes") {
                let width = reader.numbers(1, in: attributes, bytes: 2...2, "width").first
                let height = reader.numbers(2, in: attributes, bytes: 2...2, "height").first
                let rate = reader.numbers(3, in: attributes, "frame rate").first
                guard let width, let height else { continue }
                let size = Size(width: width, height: height)
                sizes.insert(size)
                selections.append((own, ownLevels, size, rate ?? 30))
            }
        }
        flaws = reader.flawList
    }

    /// Whether its best resolution is at least 1280 x 720 pixels, upright or not.
    var offersHighDefinition: Bool {
        sizes.contains { max($0.width, $0.height) >= 1280 && min($0.width, $0.height) >= 720 }
    }

    /// The sizes of the tables below the largest one that it offers, which are missing.
    var missingLower: [Size] {
        guard let largest = sizes.max() else { return [] }
        return (Self.wide + Self.narrow).filter { size in
            size.width <= largest.width && size.height <= largest.height && !sizes.contains(size)
        }
    }
}

extension VideoConfiguration.Size {
    fileprivate init(_ size: (Int, Int)) { self.init(width: UInt64(size.0), height: UInt64(size.1)) }
}
