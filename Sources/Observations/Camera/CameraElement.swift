import HAPModel

/// What an accessory with streams offers as a whole, for documents.
struct CameraElement {
    private let accessory: AccessoryObject
    private let streams: [StreamElement]

    /// - Returns: `nil` for an accessory without a stream.
    init?(_ accessory: AccessoryObject) {
        streams = accessory.services.compactMap(StreamElement.init)
        guard !streams.isEmpty else { return nil }
        self.accessory = accessory
    }

    var json: JSON {
        let sizes = streams.compactMap(\.video).reduce(into: Set()) { $0.formUnion($1.sizes) }
        func missing(_ demanded: [VideoConfiguration.Size]) -> JSON {
            .array(demanded.filter { !sizes.contains($0) }.map { .string($0.description) })
        }
        func has(_ type: HAPType) -> JSON { .bool(accessory.services.contains { $0.type == type }) }
        var object = JSONObject([
            "streams": JSON(streams.count), "has-microphone": has(.microphone), "has-speaker": has(.speaker),
            "has-doorbell": has(.doorbell),
        ])
        // Without a video configuration nothing is known of the sizes.
        if streams.contains(where: { $0.video != nil }) {
            object["sizes"] = .array(sizes.sorted().map { .string($0.description) })
            object["missing-wide"] = missing(VideoConfiguration.wide)
            object["missing-narrow"] = missing(VideoConfiguration.narrow)
        }
        return .object(object)
    }
}
