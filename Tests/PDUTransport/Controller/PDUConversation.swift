import HAPController
import HAPModel
import HAPPairing
import HAPSession
import Links
import Measurement

/// The messages of one connection: plain first, then sealed; it neither waits nor sends.
struct PDUConversation {
    /// What was found in the received bytes.
    enum Finding {
        case message(PDUMessage)
        case failure(ExchangeFailure)
    }

    /// Events that are kept until a caller takes them; the oldest give way.
    private static let eventLimit = 4096

    private var journal: PDUJournal
    private let formats: PDUFormats
    private var reader = PDUMessageReader()
    /// Messages as they arrived, not opened yet.
    private var waiting: [(bytes: [UInt8], at: Moment)] = []
    private var sealer: PDUSeal?
    private var opener: PDUSeal?
    private var transaction: UInt8 = 0
    private var lastArrival = Moment(nanoseconds: 0)
    private var events: [EventNotice] = []
    /// The end of the connection.
    private(set) var closing: Exchange.Closing?
    /// Why nothing more can be read.
    private var failure: ExchangeFailure?

    init(journal: PDUJournal, formats: PDUFormats) {
        self.journal = journal
        self.formats = formats
    }

    var isSecured: Bool { opener != nil }

    /// When the bytes arrived that were read last.
    var readAt: Moment { lastArrival }

    /// The numbers of what was recorded since the last time.
    mutating func takeEvidence() -> [UInt64] { journal.takeEvidence() }

    mutating func opened(to destination: String, took: Duration, at moment: Moment) {
        journal.record(.out, .opened(destination: destination, took: took), at: moment)
    }

    // MARK: Sending

    /// Gives the requests of a message their transaction numbers.
    mutating func numbered(_ requests: [PDURequest]) -> [PDURequest] {
        requests.map { request in
            transaction &+= 1
            var request = request
            request.transaction = transaction
            return request
        }
    }

    /// A message as it goes over the link.
    mutating func packed(_ requests: [PDURequest]) -> [UInt8] {
        let plain = requests.flatMap { $0.encoded() }
        return PDUWire.framed(sealer?.seal(plain) ?? plain)
    }

    /// Notes what was sent.
    mutating func sent(_ requests: [PDURequest], as bytes: [UInt8], at moment: Moment) {
        journal.record(.out, .request(requests), requests.flatMap { $0.encoded() }, at: moment)
        journal.record(.out, wireContent(sealer, bytes), bytes, at: moment)
    }

    /// What the last message was that a seal was used for.
    private func wireContent(_ seal: PDUSeal?, _ bytes: [UInt8]) -> PDUJournal.Content {
        seal.map { .frame(counter: $0.counter - 1, length: bytes.count) } ?? .bytes
    }

    // MARK: Receiving

    mutating func received(_ bytes: [UInt8], at moment: Moment) {
        lastArrival = moment
        journal.arrived(at: moment)
        guard failure == nil else {
            // What follows a message that cannot be read has no meaning; it is recorded and dropped.
            journal.record(.in, .bytes, bytes, at: moment)
            return
        }
        waiting += reader.feed(bytes).map { ($0, moment) }
    }

    mutating func ended(_ closure: LinkClosure, at moment: Moment) {
        guard closing == nil else { return }
        closing = Exchange.Closing(closure: closure, at: moment)
        journal.record(closure == .local ? .out : .in, .closed(closure), at: moment)
    }

    /// The next responses in the received bytes; events that stand before them are put aside.
    mutating func next() -> Finding? {
        if let failure { return .failure(failure) }
        while !waiting.isEmpty {
            let (bytes, moment) = waiting.removeFirst()
            guard let plain = opened(bytes, at: moment) else {
                return fail(
                    .frame("the message does not open with the session's key and the next counter"),
                    bytes,
                    moment
                )
            }
            if PDUWire.isEvent(plain) {
                note(eventsIn: plain, at: moment)
                continue
            }
            let message = PDUMessage(plain)
            guard message.deviations.isEmpty, !message.responses.isEmpty else {
                let text = message.deviations.first.map { "\($0)" } ?? "no bytes"
                return fail(.malformed("the received data is not a message of responses: \(text)"), bytes, moment)
            }
            journal.record(.in, .response(message), plain, at: moment)
            return .message(message)
        }
        return nil
    }

    private mutating func opened(_ bytes: [UInt8], at moment: Moment) -> [UInt8]? {
        let plain = opener == nil ? bytes : opener?.open(bytes)
        guard let plain else { return nil }
        journal.record(.in, wireContent(opener, plain), PDUWire.framed(bytes), at: moment)
        return plain
    }

    private mutating func fail(_ failure: ExchangeFailure, _ raw: [UInt8], _ moment: Moment) -> Finding {
        self.failure = failure
        journal.record(.in, .failure(failure), raw, at: moment)
        return .failure(failure)
    }

    private mutating func note(eventsIn message: [UInt8], at moment: Moment) {
        let (received, deviations) = PDUDecoder<PDUEvent>.decoding(message)
        let entries = received.map { event in
            let id = PDUWire.id(of: event)
            var object: JSONObject = ["aid": JSON(id.aid), "iid": JSON(id.iid)]
            if let bytes = event.items[.value] { object["value"] = formats.value(bytes, of: id).value }
            return CharacteristicEntry(.object(object))
        }
        let number = journal.record(.in, .event(entries, deviations), message, entries: entries, at: moment)
        if events.count >= Self.eventLimit { events.removeFirst(Self.eventLimit / 2) }
        events.append(EventNotice(entries: entries, at: moment, evidence: number))
    }

    /// Notes that the wait for an answer is over, with what there is of one.
    mutating func gaveUp(at moment: Moment) {
        journal.record(.in, .failure(.timedOut), pending, at: moment)
    }

    /// Bytes that belong to no complete message.
    var pending: [UInt8] { reader.pending }

    // MARK: Sessions and events

    /// From here on everything is sealed, also what arrived behind the last message.
    mutating func secure(_ keys: SessionKeys, controller: String?, at moment: Moment) {
        sealer = PDUSeal(key: keys.controllerToAccessory)
        opener = PDUSeal(key: keys.accessoryToController)
        failure = nil
        journal.secured(by: controller, at: moment)
    }

    /// Reads what arrived while no request waits for an answer; responses among it answer nothing.
    mutating func readEvents() {
        while case .message? = next() {}
    }

    /// The events since a moment; they are not kept any longer.
    mutating func takeEvents(from start: Moment?) -> [EventNotice] {
        guard let start else {
            defer { events = [] }
            return events
        }
        defer { events.removeAll { $0.at >= start } }
        return events.filter { $0.at >= start }
    }
}
