/// A relay's side of one connection, as a pure machine: frames in, actions out.
///
/// It admits a tester with the right token, keeps the numbers of the open channels, and ends the connection at the first frame
/// that does not follow the protocol.
package struct RelaySession: Sendable {
    /// What the relay does next.
    package enum Action: Sendable, Hashable {
        case send(RelayFrame)
        /// The tester has the right token, and is admitted if there is a place for it.
        case admit
        case open(RelayTarget, channel: UInt32, within: Duration)
        case forward([UInt8], channel: UInt32)
        case forwardDatagram([UInt8], to: String, channel: UInt32)
        /// The tester has read so many bytes of the channel.
        case grant(Int, channel: UInt32)
        case end(channel: UInt32, abruptly: Bool)
        case look(RelayQuestion, channel: UInt32)
        /// Answer a ping with the round trip on the channel's link.
        case pong(UInt32, channel: UInt32)
        /// End the connection; the reason is for the relay's log.
        case finish(String)
    }

    /// The most channels that a tester can have open, and questions that can wait.
    package static let channels = 64

    private let token: [UInt8]
    private let program: String
    private var isAdmitted = false
    private var isFinished = false
    private var open: Set<UInt32> = []

    /// - Parameter program: names the relay's program.
    package init(token: [UInt8], program: String) {
        self.token = token
        self.program = program
    }

    /// The largest content that is accepted now.
    package var longest: Int { isAdmitted ? RelayFrame.longest : RelayFrame.longestOfStranger }

    /// The channel has ended, or a question on it is answered.
    package mutating func ended(_ channel: UInt32) { open.remove(channel) }

    /// Whether the channel is open or being opened.
    package func isOpen(_ channel: UInt32) -> Bool { open.contains(channel) }

    /// The bytes of the tester are not frames.
    package mutating func malformed(_ error: RelayFrameDecoder.Malformed) -> [Action] { violated("\(error)") }

    package mutating func received(_ frame: RelayFrame) -> [Action] {
        guard !isFinished else { return [] }
        guard let message = RelayMessage(frame) else {
            // What another version has added is skipped; before the greeting, the other side may be anything.
            guard isAdmitted, frame.kind.rawValue > RelayFrame.Kind.answer.rawValue else {
                return violated("a frame of kind \(frame.kind.rawValue) is malformed")
            }
            return []
        }
        guard isAdmitted else { return greeted(message) }
        return received(message, on: frame.channel)
    }

    private mutating func greeted(_ message: RelayMessage) -> [Action] {
        guard case .hello(let version, let token) = message else { return violated("the tester does not say hello") }
        guard version == RelayMessage.version else {
            return refuse(
                .version,
                "the relay speaks version \(RelayMessage.version) of its protocol, the tester version \(version): use the "
                    + "same Assay at both ends"
            )
        }
        guard Self.areEqual(token, self.token) else {
            return refuse(.token, "the relay does not accept the token: use the one with which it was started")
        }
        isAdmitted = true
        let welcome = RelayMessage.welcome(version: RelayMessage.version, program: program)
        return [.admit, .send(welcome.frame(on: 0))]
    }

    private mutating func received(_ message: RelayMessage, on channel: UInt32) -> [Action] {
        switch message {
        case .ping(let number): return [.pong(number, channel: channel)]
        case .open(let text, let within):
            guard let refusal = reserve(channel) else {
                guard let target = RelayTarget(text) else {
                    return refuse(channel, .unsupported, "the relay cannot open `\(text.prefix(80))`")
                }
                return [.open(target, channel: channel, within: .milliseconds(within))]
            }
            return refusal
        case .question(let text):
            guard let refusal = reserve(channel) else {
                guard let question = RelayQuestion(text) else {
                    return refuse(channel, .unsupported, "the relay does not know the question `\(text.prefix(80))`")
                }
                return [.look(question, channel: channel)]
            }
            return refusal
        // What is still on its way to a channel that has ended is dropped.
        case .data(let bytes): return open.contains(channel) ? [.forward(bytes, channel: channel)] : []
        case .datagram(let peer, let bytes):
            return open.contains(channel) ? [.forwardDatagram(bytes, to: peer, channel: channel)] : []
        case .credit(let count): return open.contains(channel) ? [.grant(Int(count), channel: channel)] : []
        case .end(let end):
            guard open.contains(channel) else { return [.send(RelayMessage.end(.done).frame(on: channel))] }
            return [.end(channel: channel, abruptly: end == .abrupt)]
        case .hello, .welcome, .refused, .pong, .opened, .noListener, .answer:
            return violated("a tester does not send a frame of kind \(message.frame(on: 0).kind.rawValue)")
        }
    }

    /// Takes the number of a channel.
    ///
    /// - Returns: what to do instead, if it cannot be taken.
    private mutating func reserve(_ channel: UInt32) -> [Action]? {
        guard channel > 0, !open.contains(channel) else { return violated("the channel \(channel) is in use") }
        guard open.count < Self.channels else {
            let refusal = RelayRefusal(
                .crowded,
                "the relay has \(Self.channels) channels open for this tester: close some"
            )
            return [.send(RelayMessage.refused(refusal).frame(on: channel))]
        }
        open.insert(channel)
        return nil
    }

    private mutating func refuse(_ channel: UInt32, _ code: RelayRefusal.Code, _ text: String) -> [Action] {
        open.remove(channel)
        return [.send(RelayMessage.refused(RelayRefusal(code, text)).frame(on: channel))]
    }

    private mutating func violated(_ what: String) -> [Action] {
        refuse(.malformed, "the connection does not follow the relay's protocol: \(what)")
    }

    /// Ends the connection.
    private mutating func refuse(_ code: RelayRefusal.Code, _ text: String) -> [Action] {
        isFinished = true
        return [.send(RelayMessage.refused(RelayRefusal(code, text)).frame(on: 0)), .finish(text)]
    }

    /// Compares in a time that does not depend on where the texts differ.
    private static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
