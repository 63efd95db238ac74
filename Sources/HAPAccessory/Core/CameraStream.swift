import HAPModel

/// A stream of a camera, from Setup Endpoints to its end. A simulated camera sends no media.
struct CameraStream: Sendable {
    /// The 16 bytes that the controller chose.
    var session: [UInt8]
    /// The connection of the controller that set it up.
    var owner: ConnectionID
    /// Whether it was started.
    var isRunning = false
}

/// A request for a stream: what a controller writes to Setup Endpoints (HAP R1 table 8-10).
struct StreamRequest {
    var session: [UInt8]
    var address: TLV8
    var video: TLV8
    var audio: TLV8

    /// - Returns: `nil` if an item is missing, or is not as the tables demand.
    init?(_ items: TLV8) {
        typealias Item = StreamItem.Endpoints
        guard items.isWellFormed, let session = items[Item.session], session.count == 16,
            let address = items[Item.address].map(TLV8.init(decoding:)), Self.isComplete(address),
            let video = items[Item.video].map(TLV8.init(decoding:)), Self.suite(of: video) != nil,
            let audio = items[Item.audio].map(TLV8.init(decoding:)), Self.suite(of: audio) != nil
        else { return nil }
        (self.session, self.address, self.video, self.audio) = (session, address, video, audio)
    }

    private static func isComplete(_ address: TLV8) -> Bool {
        [
            StreamItem.Address.version, StreamItem.Address.text, StreamItem.Address.videoPort,
            StreamItem.Address.audioPort,
        ]
        .allSatisfy { address[$0]?.isEmpty == false }
    }

    /// The suite of SRTP parameters; `nil` if it is unknown, or a key does not fit it.
    static func suite(of parameters: TLV8) -> CryptoSuite? {
        guard
            let suite = parameters.integer(StreamItem.Security.suite).flatMap({ UInt8(exactly: $0) })
                .flatMap(CryptoSuite.init(rawValue:)),
            (parameters[StreamItem.Security.key] ?? []).count == suite.keyLength,
            (parameters[StreamItem.Security.salt] ?? []).count == suite.saltLength
        else { return nil }
        return suite
    }
}
