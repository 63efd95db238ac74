import HAPCrypto
import HAPModel

/// What a read of Setup Endpoints shows (HAP R1 8.75, table 8-13).
struct StreamEndpoints {
    private let items: TLV8
    private let address: TLV8?
    private let video: TLV8?
    private let audio: TLV8?
    private let flaws: JSON

    init(_ value: JSON?) {
        typealias Item = StreamItem.Endpoints
        var reader = ItemReader()
        let items = reader.items(ofValue: value)
        func inner(_ type: UInt8, _ place: String) -> TLV8? { items[type].map { reader.items($0, place) } }
        self.items = items
        address = inner(Item.address, "the address")
        video = inner(Item.video, "the SRTP parameters of video")
        audio = inner(Item.audio, "the SRTP parameters of audio")
        flaws = reader.flawList
    }

    /// The fields for suites. Keys are shown by a mark only, which tells whether two are equal.
    var json: JSON {
        typealias Item = StreamItem.Endpoints
        typealias Place = StreamItem.Address
        var object = JSONObject([
            "flaws": flaws, "missing": .array(missing.map { .string($0) }),
            "session": items[Item.session].map { .string(Hex.encode($0)) } ?? .null,
            "status": Self.number(items, Item.status),
            "source-lengths": .array(
                [Item.videoSource, Item.audioSource].compactMap { items[$0].map { JSON($0.count) } }
            ),
        ])
        if let address {
            let text = address[Place.text].map { String(decoding: $0, as: UTF8.self) }
            object["version"] = Self.number(address, Place.version)
            object["address"] = text.map { .string($0) } ?? .null
            object["video-port"] = Self.number(address, Place.videoPort)
            object["audio-port"] = Self.number(address, Place.audioPort)
        }
        if let video { object["video"] = Self.security(video) }
        if let audio { object["audio"] = Self.security(audio) }
        return .object(object)
    }

    /// The items that a successful answer must have and that are missing.
    private var missing: [String] {
        typealias Item = StreamItem.Endpoints
        typealias Place = StreamItem.Address
        let own = [
            (Item.session, "session id"), (Item.status, "status"), (Item.address, "address"),
            (Item.video, "SRTP parameters of video"), (Item.audio, "SRTP parameters of audio"),
            (Item.videoSource, "SSRC of video"), (Item.audioSource, "SSRC of audio"),
        ]
        let inner = [(Place.version, "IP version"), (Place.text, "IP address"), (Place.videoPort, "video port")]
        return own.filter { items[$0.0] == nil }.map(\.1)
            + (address.map { address in inner.filter { address[$0.0] == nil }.map(\.1) } ?? [])
    }

    private static func number(_ items: TLV8, _ type: UInt8) -> JSON { items.integer(type).map { JSON($0) } ?? .null }

    /// What suites see of SRTP parameters.
    private static func security(_ items: TLV8) -> JSON {
        let key = items[StreamItem.Security.key] ?? []
        return [
            "suite": number(items, StreamItem.Security.suite), "key-length": JSON(key.count),
            "salt-length": JSON(items[StreamItem.Security.salt]?.count ?? 0),
            "key-mark": keyMark(items),
        ]
    }

    /// A mark of the master key in SRTP parameters, which tells whether two keys are equal.
    private static func keyMark(_ items: TLV8) -> JSON {
        .string(Hex.encode(SHA512.hash(items[StreamItem.Security.key] ?? []).prefix(6)))
    }
}
