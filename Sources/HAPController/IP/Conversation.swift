import HAPCrypto
import HAPModel
import HAPPairing
import HAPSession
import HTTPWire
import Links
import Measurement

/// The messages of one connection: first plain, then in frames; it neither waits nor sends.
struct Conversation {
    /// An item found in the received bytes.
    enum Finding {
        case response(HTTPAnswer)
        case failure(ExchangeFailure)
    }

    /// The number of kept events; the oldest are dropped.
    static let eventLimit = 4096

    let name: String
    private let observer: any WireObserver
    private let random: any RandomSource
    private var decoder = HTTPDecoder(.responses)
    private var sealer: FrameSealer?
    private var opener: FrameOpener?
    private var series = FrameSeries()
    private var session = 0
    private var controller: String?
    /// The arrival time of the last bytes.
    private var lastArrival = Moment(nanoseconds: 0)
    /// The arrival time of the first bytes since a message was sent.
    private var firstArrival: Moment?
    /// The unanswered requests, in order of sending.
    private var asked: [AskedRequest] = []
    /// The bytes that were sent last, if it is not known which requests they hold: their number and their moment.
    private var unread: (number: UInt64, sentAt: Moment)?

    /// When the last message was sent, if it was a request that was answered with success.
    private var servedAt: Moment?
    /// The same of a request that was refused with another HTTP status.
    private var refusedAt: Moment?

    /// How many events arrived instead of the response that is waited for.
    private var eventsBeforeResponse = 0
    /// Events that were not yet taken.
    private(set) var events: [EventNotice] = []
    /// The end of the connection.
    private(set) var closing: Exchange.Closing?
    /// Whether a response has said `Connection: close`.
    private(set) var isEnding = false
    /// Why decoding has stopped.
    private(set) var failure: ExchangeFailure?
    /// The observer's number for what stopped decoding, and when it arrived.
    private var failedAt: (number: UInt64, moment: Moment)?
    /// Responses that arrived without a waiting request.
    private var strays: [HTTPMessage] = []
    /// The hash of the last response's body.
    private var lastBody: Int?
    /// The last response outside a session.
    private var lastPlain: [UInt8] = []
    /// Responses that did not arrive in time and may still arrive.
    var owed = 0
    /// The observer's numbers since the last call that took them.
    var evidence: [UInt64] = []
    /// The last frame of the last sent message, or the bytes outside a session.
    private(set) var lastSent: [UInt8]?
    /// The last received frame, or the last bytes outside a session.
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
        _ content: IPWireContent,
        _ raw: [UInt8] = [],
        entries: [CharacteristicEntry] = [],
        at moment: Moment
    ) -> UInt64 {
        let request = requestEnded(by: content)
        let record = IPWireRecord(content: content, direction: direction, isSecured: isSecured, request: request)
        let number = observer.record(
            WireEvent(
                transport: .ip,
                connection: name,
                session: isSecured ? session : 0,
                controller: controller,
                direction: direction,
                kind: content.kind,
                fields: record.fields,
                entries: entries,
                unlisted: record.unlisted,
                ending: direction == .in ? ending(of: request, by: content, raw, at: moment) : nil,
                raw: raw,
                summary: content.summary(ofBytes: raw.count),
                at: moment
            )
        )
        if direction == .out { (servedAt, refusedAt) = (nil, nil) }
        if case .request(let request) = content {
            asked.append(AskedRequest(request, number: number, sentAt: moment))
            (unread, firstArrival) = (nil, nil)
            eventsBeforeResponse = 0
        }
        evidence.append(number)
        return number
    }

    /// Updates the list of requests, and finds the one that an event ends.
    private mutating func requestEnded(by content: IPWireContent) -> AskedRequest? {
        switch content {
        case .response(let answer):
            guard !answer.message.isInterim, !asked.isEmpty else { return nil }
            let request = asked.removeFirst()
            let isLast = request.procedure == nil && asked.isEmpty
            // The statuses of a mixed answer are about its entries, and not about the connection.
            let isSuccess = [200, 204, 207].contains(answer.message.status)
            servedAt = isLast && isSuccess ? request.sentAt : nil
            refusedAt = isLast && !isSuccess ? request.sentAt : nil
            return request
        case .failure, .badFrame:
            guard let request = asked.first else { return nil }
            // Its answer may still arrive, but its end is told once.
            asked[0].isEnded = true
            return request
        case .closed:
            defer { asked = [] }
            return asked.first
        default: return nil
        }
    }

    /// How a request ended; a response names its request also where monitors do not look at it.
    private func ending(
        of request: AskedRequest?,
        by content: IPWireContent,
        _ raw: [UInt8],
        at moment: Moment
    ) -> WireEvent.Ending? {
        func ending(_ number: UInt64?, _ fields: JSONObject?, sentAt: Moment) -> WireEvent.Ending {
            let timing = Exchange.Timing(sent: sentAt, firstByte: firstArrival, answered: moment)
            return WireEvent.Ending(request: number, fields: fields, timing: timing)
        }
        guard let request, !request.isEnded else {
            switch content {
            case .response:
                if let late = request ?? asked.first { return ending(late.number, nil, sentAt: late.sentAt) }
                return unread.map { ending($0.number, nil, sentAt: $0.sentAt) }
            case .failure(.timedOut) where asked.isEmpty && decoder.pendingHead != nil:
                // An accessory may leave odd bytes unanswered, but an answer that it begins must end.
                var fields = JSONObject()
                fields.members = Self.unanswered(ExchangeFailure.timedOut.name, isPartial: true)
                return unread.map { ending($0.number, fields, sentAt: $0.sentAt) }
            default: return nil
            }
        }
        var fields = request.fields
        switch content {
        case .failure(let failure): fields.members += Self.unanswered(failure.name, isPartial: !raw.isEmpty)
        case .badFrame: fields.members += Self.unanswered("frame", isPartial: !raw.isEmpty)
        case .closed(let closure):
            fields["failure"] = .string(closure == .reset ? "reset" : "closed")
        default: break
        }
        return ending(request.number, fields, sentAt: request.sentAt)
    }

    private static func unanswered(_ failure: String, isPartial: Bool) -> [JSONObject.Member] {
        [.init(key: "failure", value: .string(failure)), .init(key: "partial", value: .bool(isPartial))]
    }

    /// Records that the next plain bytes contain these requests; without any, their content is unknown.
    mutating func expectAnswers(to requests: [HTTPRequest], at moment: Moment) {
        asked = requests.map { AskedRequest($0, sentAt: moment) }
        (unread, firstArrival) = (nil, nil)
    }

    /// The numbers of what was recorded since the last time, and of what stopped decoding.
    mutating func takeEvidence() -> [UInt64] {
        defer { evidence.removeAll(keepingCapacity: true) }
        guard let failedAt, !evidence.contains(failedAt.number) else { return evidence }
        return [failedAt.number] + evidence
    }

    // MARK: - Sending

    /// The frames of a message, or the message itself outside a session.
    mutating func pack(_ plain: [UInt8], departures: Departures = .none, sizes: [Int]? = nil) -> [FrameSealer.Frame] {
        guard sealer != nil else { return [FrameSealer.Frame(raw: plain, plain: plain, counter: 0)] }
        if departures != .none { sealer?.departures = departures }
        defer { if departures != .none { sealer?.departures = .none } }
        return sealer?.seal(plain, sizes: sizes) ?? []
    }

    /// Records sent bytes.
    mutating func sent(_ frames: [FrameSealer.Frame], at moment: Moment) {
        lastSent = frames.last?.raw
        for frame in frames {
            let content: IPWireContent =
                isSecured ? .frame(counter: frame.counter, length: frame.plain.count) : .bytes
            record(.out, content, frame.raw, at: moment)
        }
    }

    /// Records other sent bytes.
    mutating func sentRaw(_ bytes: [UInt8], at moment: Moment) {
        let number = record(.out, .bytes, bytes, at: moment)
        // The first piece stands for all of them.
        for index in asked.indices where asked[index].number == nil {
            (asked[index].number, asked[index].sentAt) = (number, moment)
        }
        if asked.isEmpty, unread == nil { unread = (number, moment) }
    }

    /// Records that all pieces of other bytes were sent.
    mutating func noteSent(_ bytes: [UInt8]) {
        lastSent = bytes
    }

    // MARK: - Receiving

    /// Adds received bytes.
    mutating func received(_ bytes: [UInt8], at moment: Moment) {
        lastArrival = moment
        if firstArrival == nil { firstArrival = moment }
        guard failure == nil else {
            // Bytes after undecodable ones have no meaning; they are recorded and dropped.
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

    /// Records the end of the connection.
    mutating func ended(_ closure: LinkClosure, at moment: Moment) {
        guard closing == nil else { return }
        let isIdle = isSecured && asked.isEmpty && unread == nil && owed == 0 && pending.isEmpty
        closing = Exchange.Closing(
            closure: closure,
            at: moment,
            isIdle: isIdle,
            servedAt: servedAt,
            refusedAt: refusedAt
        )
        let isOurs = closure == .local
        record(isOurs ? .out : .in, .closed(closure), isOurs || endsBody ? [] : pending, at: moment)
    }

    /// Whether the end of the connection ends the message that is being received.
    private var endsBody: Bool {
        var decoder = decoder
        return decoder.finish() != nil
    }

    /// The next response in the received bytes; earlier events are stored.
    mutating func next() -> Finding? {
        if let failure { return .failure(failure) }
        while true {
            if var message = decoder.next() {
                // Outside a session the next bytes may be its first frame. If an event interrupts the response, nothing is sure.
                if isSecured, case .contentLength = message.framing, !decoder.isIdle, !message.holdsEvent {
                    let surplus = decoder.skipSurplus()
                    message.surplus = surplus.count
                    message.raw += surplus
                }
                if let response = sort(message) { return response }
                continue
            }
            if let error = decoder.failure {
                let failure = ExchangeFailure.malformed("the received data is not valid HTTP: \(error)")
                return fail(failure, .failure(failure), decoder.pending)
            }
            switch opener?.next() {
            case .opened(let frame)?:
                lastReceived = frame.raw
                let length = frame.plain.count
                if series.isRecorded(length: length) {
                    record(.in, .frame(counter: frame.counter, length: length), frame.raw, at: lastArrival)
                }
                decoder.append(frame.plain)
            case .failed(let failure)?:
                return fail(failure)
            case nil:
                if let response = lastWords() { return response }
                guard closing != nil, let failure = opener?.unfinishedLongFrame else { return nil }
                return fail(failure)
            }
        }
    }

    private mutating func sort(_ message: HTTPMessage) -> Finding? {
        // What is there of the next message arrived with the end of this one.
        defer { firstArrival = decoder.isIdle && opener?.isIdle != false ? nil : lastArrival }
        let answer = HTTPAnswer(message)
        let entries = answer.body.json?["characteristics"]?.arrayValue?.map(CharacteristicEntry.init) ?? []
        guard message.isEvent || isEventInWrongForm(answer) else {
            record(.in, .response(answer), message.raw, entries: entries, at: lastArrival)
            lastBody = message.body.hashValue
            if message.saysClose { isEnding = true }
            eventsBeforeResponse = 0
            if !isSecured { lastPlain = message.raw }
            return .response(answer)
        }
        let number = record(.in, .event(answer), message.raw, entries: entries, at: lastArrival)
        if events.count >= Self.eventLimit { events.removeFirst(Self.eventLimit / 2) }
        events.append(
            EventNotice(
                entries: entries,
                flaw: answer.body.jsonFlaw.map { .json($0) },
                at: lastArrival,
                evidence: number
            )
        )
        return flood()
    }

    /// An accessory that sends events without end never responds, and each of them is recorded: it is read no further.
    private mutating func flood() -> Finding? {
        guard !asked.isEmpty || unread != nil else { return nil }
        eventsBeforeResponse += 1
        guard eventsBeforeResponse >= Self.eventLimit else { return nil }
        return fail(.flood, .failure(.flood), [])
    }

    /// Whether it is what an event must be, but for its first line: values of characteristics that no request waits for. The second
    /// copy of a response is not an event.
    private func isEventInWrongForm(_ answer: HTTPAnswer) -> Bool {
        guard isSecured, asked.isEmpty, unread == nil, owed == 0, answer.message.status == 200,
            answer.message.body.hashValue != lastBody, let entries = answer.body.json?["characteristics"]?.arrayValue
        else { return false }
        return !entries.isEmpty
            && entries.allSatisfy { $0["aid"] != nil && $0["iid"] != nil && $0["value"] != nil && $0["status"] == nil }
    }

    /// A response that ends with the connection.
    private mutating func lastWords() -> Finding? {
        guard closing != nil, let message = decoder.finish() else { return nil }
        return sort(message)
    }

    private mutating func fail(_ failure: FrameOpener.Failure) -> Finding {
        fail(.frame(failure.description), content(of: failure), failure.raw)
    }

    private func content(of failure: FrameOpener.Failure) -> IPWireContent {
        // A copy that the link made of the last plain message comes before the first frame, perhaps in pieces.
        let count = min(failure.raw.count, lastPlain.count)
        let isCopy = count > 0 && failure.raw.prefix(count) == lastPlain.prefix(count)
        return .badFrame(failure, isRepeated: failure.counter == 0 && isCopy)
    }

    private mutating func fail(_ failure: ExchangeFailure, _ content: IPWireContent, _ raw: [UInt8]) -> Finding {
        self.failure = failure
        failedAt = (record(.in, content, raw, at: lastArrival), lastArrival)
        return .failure(failure)
    }

    /// Records the end of a wait for a response, with its partial bytes.
    mutating func gaveUp(at moment: Moment) {
        if let failure = opener?.unfinishedLongFrame { record(.in, content(of: failure), failure.raw, at: moment) }
        record(.in, .failure(.timedOut), pending, at: moment)
    }

    /// The bytes that do not belong to a complete message.
    var pending: [UInt8] { (decoder.isIdle ? [] : decoder.pending) + (opener?.pending ?? []) }

    /// The arrival time of the bytes that were decoded last.
    var readAt: Moment { lastArrival }

    // MARK: - Sessions and events

    /// Everything after this is in frames, including bytes after the last message.
    mutating func secure(_ keys: SessionKeys, controller: String?, at moment: Moment) {
        let (out, back) = (keys.controllerToAccessory, keys.accessoryToController)
        session += 1
        self.controller = controller
        sealer = FrameSealer(key: out, random: random)
        opener = FrameOpener(key: back, otherKey: out, opensLong: true)
        opener?.append(decoder.takePending())
        (failure, failedAt) = (nil, nil)
        record(.out, .secured, at: moment)
    }

    /// Decodes bytes that arrived without a waiting request: responses among them are strays.
    mutating func readEvents() {
        while case .response(let answer)? = next() {
            if owed > 0 { owed -= 1 }
            strays.append(answer.message)
            if strays.count > Self.eventLimit { strays.removeFirst() }
        }
    }

    /// Unsolicited responses; this call removes them.
    mutating func takeStrays() -> [HTTPMessage] {
        defer { strays = [] }
        return strays
    }

    /// The events since a moment; this call removes them. A frame that stopped decoding is among them until new keys are set: all
    /// later events are lost.
    mutating func takeEvents(from start: Moment?) -> [EventNotice] {
        let isTaken = { (notice: EventNotice) in start.map { notice.at >= $0 } ?? true }
        let taken = events.filter(isTaken)
        events.removeAll(where: isTaken)
        guard case .frame(let reason) = failure, let failedAt else { return taken }
        return taken + [EventNotice(entries: [], flaw: .frame(reason), at: failedAt.moment, evidence: failedAt.number)]
    }
}

extension HTTPMessage {
    /// Whether an event begins inside its body.
    fileprivate var holdsEvent: Bool { !body.ranges(of: Array("EVENT/1.".utf8)).isEmpty }
}
