import HAPCrypto
import HAPModel
import HAPPairing
import HAPSession
import HTTPWire
import Links
import Measurement

/// What is said on one connection: plain first, then in frames; it neither waits nor sends.
struct Conversation {
    /// What was found in the bytes that came.
    enum Finding {
        case response(HTTPMessage)
        case failure(ExchangeFailure)
    }

    /// Bytes that one operation may receive before it counts as a flood.
    static let floodLimit = 1 << 24
    /// Events that are kept for whoever asks; the oldest give way.
    static let eventLimit = 4096

    let name: String
    private let observer: any WireObserver
    private let random: any RandomSource
    private var decoder = HTTPDecoder(.responses)
    private var sealer: FrameSealer?
    private var opener: FrameOpener?
    private var session = 0
    private var controller: String?
    /// When the last bytes came.
    private var lastArrival = Moment(nanoseconds: 0)

    /// Events that nobody has taken yet.
    private(set) var events: [EventMessage] = []
    /// The end of the connection.
    private(set) var closing: Exchange.Closing?
    /// Why nothing more can be read.
    private(set) var failure: ExchangeFailure?
    /// Responses that came while nobody waited for one.
    private var strays: [HTTPMessage] = []
    /// Answers that did not come in time and may still come.
    var owed = 0
    /// Numbers of what was recorded since somebody asked last.
    var evidence: [UInt64] = []
    /// The last frame of the last message that was sent, or the bytes outside a session.
    private(set) var lastSent: [UInt8]?
    /// The last frame that came, or the last bytes outside a session.
    private(set) var lastReceived: [UInt8] = []

    init(name: String, observer: any WireObserver, random: any RandomSource) {
        self.name = name
        self.observer = observer
        self.random = random
    }

    var isSecured: Bool { opener != nil }

    // MARK: - Recording

    @discardableResult
    mutating func record(
        _ direction: WireEvent.Direction,
        _ content: WireEvent.Content,
        _ raw: [UInt8] = [],
        at moment: Moment
    ) -> UInt64 {
        let number = observer.record(
            WireEvent(
                connection: name,
                session: isSecured ? session : 0,
                controller: controller,
                direction: direction,
                content: content,
                raw: raw,
                at: moment
            )
        )
        evidence.append(number)
        return number
    }

    /// The numbers of what was recorded since the last time.
    mutating func takeEvidence() -> [UInt64] {
        defer { evidence.removeAll(keepingCapacity: true) }
        return evidence
    }

    // MARK: - Sending

    /// The frames of a message, or the message itself outside a session.
    mutating func pack(_ plain: [UInt8], departures: Departures = .none, sizes: [Int]? = nil) -> [FrameSealer.Frame] {
        guard sealer != nil else { return [FrameSealer.Frame(raw: plain, plain: plain, counter: 0)] }
        if departures != .none { sealer?.departures = departures }
        defer { if departures != .none { sealer?.departures = .none } }
        return sealer?.seal(plain, sizes: sizes) ?? []
    }

    /// Notes what was sent.
    mutating func sent(_ frames: [FrameSealer.Frame], at moment: Moment) {
        lastSent = frames.last?.raw
        for frame in frames {
            let content: WireEvent.Content =
                isSecured ? .frame(counter: frame.counter, length: frame.plain.count) : .bytes
            record(.out, content, frame.raw, at: moment)
        }
    }

    /// Notes other bytes that were sent.
    mutating func sentRaw(_ bytes: [UInt8], at moment: Moment) {
        record(.out, .bytes, bytes, at: moment)
    }

    /// Notes that all pieces of other bytes were sent.
    mutating func noteSent(_ bytes: [UInt8]) {
        lastSent = bytes
    }

    // MARK: - Receiving

    /// Takes bytes that came.
    mutating func received(_ bytes: [UInt8], at moment: Moment) {
        lastArrival = moment
        guard failure == nil else {
            // Nothing behind what cannot be read has a meaning; it is recorded and dropped.
            record(.in, .bytes, bytes, at: moment)
            return
        }
        guard opener == nil else {
            opener?.append(bytes)
            return
        }
        lastReceived = bytes
        record(.in, .bytes, bytes, at: moment)
        decoder.append(bytes)
    }

    /// Takes the end of the connection.
    mutating func ended(_ closure: LinkClosure, at moment: Moment) {
        guard closing == nil else { return }
        closing = Exchange.Closing(closure: closure, at: moment)
        record(closure == .local ? .out : .in, .closed(closure), at: moment)
    }

    /// The next response in what came; events that stand before it are put aside.
    mutating func next() -> Finding? {
        if let failure { return .failure(failure) }
        while true {
            if let message = decoder.next() {
                if let response = sort(message) { return response }
                continue
            }
            if let error = decoder.failure { return fail(.garbage(error), decoder.pending) }
            switch opener?.next() {
            case .opened(let frame)?:
                lastReceived = frame.raw
                let content = WireEvent.Content.frame(counter: frame.counter, length: frame.plain.count)
                record(.in, content, frame.raw, at: lastArrival)
                decoder.append(frame.plain)
            case .failed(let failure)?: return fail(.frame(failure), failure.raw)
            case nil: return lastWords()
            }
        }
    }

    private mutating func sort(_ message: HTTPMessage) -> Finding? {
        guard message.isEvent else {
            record(.in, .response(message), message.raw, at: lastArrival)
            return .response(message)
        }
        let number = record(.in, .event(message), message.raw, at: lastArrival)
        if events.count >= Self.eventLimit { events.removeFirst(Self.eventLimit / 2) }
        events.append(EventMessage(message: message, at: lastArrival, evidence: number))
        return nil
    }

    /// A response that ends with the connection.
    private mutating func lastWords() -> Finding? {
        guard closing != nil, let message = decoder.finish() else { return nil }
        return sort(message)
    }

    private mutating func fail(_ failure: ExchangeFailure, _ raw: [UInt8]) -> Finding {
        self.failure = failure
        record(.in, .failure(failure), raw, at: lastArrival)
        return .failure(failure)
    }

    /// Notes that the wait for an answer is over, with what there is of an answer.
    mutating func gaveUp(at moment: Moment) {
        record(.in, .failure(.timedOut), pending, at: moment)
    }

    /// Bytes that belong to no complete message.
    var pending: [UInt8] { decoder.pending + (opener?.pending ?? []) }

    /// When the bytes came that were read last.
    var readAt: Moment { lastArrival }

    // MARK: - Sessions and events

    /// From here on everything is in frames, also what has come behind the last message.
    mutating func secure(_ keys: SessionKeys, controller: String?, at moment: Moment) {
        let (out, back) = (keys.controllerToAccessory, keys.accessoryToController)
        session += 1
        self.controller = controller
        sealer = FrameSealer(key: out, random: random)
        opener = FrameOpener(key: back, otherKey: out)
        opener?.append(decoder.takePending())
        failure = nil
        record(.out, .secured, at: moment)
    }

    /// Reads what has come while nobody waits for an answer: responses among it are strays.
    mutating func readEvents() {
        while case .response(let message)? = next() {
            if owed > 0 { owed -= 1 }
            strays.append(message)
            if strays.count > Self.eventLimit { strays.removeFirst() }
        }
    }

    /// Responses that nobody asked for; they are not kept any longer.
    mutating func takeStrays() -> [HTTPMessage] {
        defer { strays = [] }
        return strays
    }

    /// The events since a moment; they are not kept any longer.
    mutating func takeEvents(from start: Moment?) -> [EventMessage] {
        guard let start else {
            defer { events = [] }
            return events
        }
        defer { events.removeAll { $0.at >= start } }
        return events.filter { $0.at >= start }
    }
}
