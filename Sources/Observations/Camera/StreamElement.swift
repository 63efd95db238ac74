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
