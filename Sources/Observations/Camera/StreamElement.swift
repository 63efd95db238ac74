import HAPModel

/// What a Camera RTP Stream Management offers, for documents: the content of its TLV8 values.
struct StreamElement {
    private let service: ServiceObject
    let video: VideoConfiguration?

    /// - Returns: `nil` for another service.
    init?(_ service: ServiceObject) {
        guard service.type == .cameraStreamManagement else { return nil }
        self.service = service
        video = Self.value(0x114, of: service).map(VideoConfiguration.init)
    }

    /// The fields for suites; those of a value that the database does not show are absent.
    var json: JSON {
        var object = JSONObject()
        if let video {
            object["video-flaws"] = video.flaws
            object["video-codecs"] = .array(video.codecs.map { JSON($0) })
            object["profiles"] = .array(video.profiles.sorted().map { JSON($0) })
            object["levels"] = .array(video.levels.sorted().map { JSON($0) })
            object["sizes"] = .array(video.sizes.sorted().map { .string($0.description) })
            object["offers-720p"] = .bool(video.offersHighDefinition)
            object["missing-lower"] = .array(video.missingLower.map { .string($0.description) })
        }
        if let value = Self.value(0x115, of: service) {
            let audio = AudioConfiguration(value)
            object["audio-flaws"] = audio.flaws
            object["audio-codecs"] = .array(audio.codecs.map { JSON($0) })
            object["offers-voice-rate"] = .bool(!audio.rates.isDisjoint(with: [1, 2]))
            if !audio.bitRates.isEmpty { object["offers-variable-bit-rate"] = .bool(audio.bitRates.contains(0)) }
        }
        if let value = Self.value(0x116, of: service) {
            let rtp = RTPConfiguration(value)
            object["rtp-flaws"] = rtp.flaws
            object["suites"] = .array(rtp.suites.map { JSON($0) })
            if !rtp.suites.isEmpty { object["offers-srtp"] = .bool(!rtp.protecting.isEmpty) }
        }
        if let value = Self.value(0x120, of: service) {
            var reader = ItemReader()
            let states = reader.numbers(1, in: reader.items(ofValue: value), "status")
            object["status-flaws"] = reader.flawList
            object["status"] = states.first.map { JSON($0) } ?? .null
        }
        return .object(object)
    }

    private static func value(_ type: UInt32, of service: ServiceObject) -> JSON? {
        service.characteristic(HAPType(type))?.value.flatMap { $0.isNull ? nil : $0 }
    }
}

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
