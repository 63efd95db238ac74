package import HAPModel

/// What a controller selects of what a stream of a camera offers.
package struct StreamOffer: Sendable {
    /// The H.264 profile and level.
    package let profile: UInt64
    package let level: UInt64
    /// Width and height in pixels, the smallest ones, with their pictures a second.
    package let size: (width: UInt64, height: UInt64)
    package let pictureRate: UInt64
    package let audioCodec: UInt64
    package let sampleRate: UInt64
    /// Milliseconds of sound in a packet: AAC-ELD at 16 kHz has no 20 (HAP-CAMERA-064).
    package let packetTime: UInt64
    /// The SRTP suites that protect media.
    package let suites: [CryptoSuite]

    /// Takes what is not offered, or cannot be read, from HAP R1: 640 x 360 pixels, Main profile, level 3.1, Opus at 16 kHz, suite 0.
    package init(_ service: ServiceObject) {
        func value(_ type: UInt32) -> JSON? { service.characteristic(HAPType(type))?.value }
        let video = VideoConfiguration(value(0x114)).selections.min {
            ($0.size.width * $0.size.height, $0.rate) < ($1.size.width * $1.size.height, $1.rate)
        }
        size = video.map { ($0.size.width, $0.size.height) } ?? (640, 360)
        pictureRate = video?.rate ?? 30
        profile = video.flatMap { $0.profiles.contains(Self.main) ? nil : $0.profiles.min() } ?? Self.main
        level = video?.levels.min() ?? 0
        let audio = AudioConfiguration(value(0x115)).selections
        let chosen = audio.first { $0.codec == Self.opus } ?? audio.first { $0.codec == Self.aacELD } ?? audio.first
        audioCodec = chosen?.codec ?? Self.opus
        sampleRate = chosen?.rates.min() ?? 1
        packetTime = audioCodec == Self.aacELD && sampleRate == 1 ? 30 : 20
        suites = RTPConfiguration(value(0x116)).protecting
    }

    private static let main: UInt64 = 1
    private static let aacELD: UInt64 = 2
    private static let opus: UInt64 = 3
}
