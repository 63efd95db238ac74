import Relay

extension StreamReading {
    /// The bytes as those of a tester, after its greeting: the relay takes each frame, whole or byte by byte, and keeps no more
    /// channels than it allows.
    static func relay(_ bytes: [UInt8]) -> String? {
        let whole = frames(of: [bytes])
        guard whole.frames == frames(of: bytes.map { [$0] }).frames else { return "pieces change the frames" }
        let encoded = whole.frames.flatMap { $0.encoded() }
        guard bytes.starts(with: encoded) else { return "encoding changes the frames" }
        let token = Array("0123456789abcdef".utf8)
        var session = RelaySession(token: token, program: "assay")
        _ = session.received(RelayMessage.hello(version: RelayMessage.version, token: token).frame(on: 0))
        var open: Set<UInt32> = []
        for frame in whole.frames {
            if let message = RelayMessage(frame), RelayMessage(message.frame(on: frame.channel)) != message {
                return "encoding and decoding change a message"
            }
            for action in session.received(frame) {
                switch action {
                case .open(_, let channel, _), .look(_, let channel): open.insert(channel)
                case .end(let channel, _):
                    session.ended(channel)
                    open.remove(channel)
                case .admit: return "a tester is admitted twice"
                default: break
                }
            }
            guard open.count <= RelaySession.channels else { return "too many channels are open" }
        }
        return nil
    }

    private static func frames(of pieces: [[UInt8]]) -> (frames: [RelayFrame], isMalformed: Bool) {
        var decoder = RelayFrameDecoder()
        var frames: [RelayFrame] = []
        for piece in pieces {
            decoder.add(piece)
            do throws(RelayFrameDecoder.Malformed) {
                while let frame = try decoder.next() { frames.append(frame) }
            } catch {
                return (frames, true)
            }
        }
        return (frames, false)
    }
}
