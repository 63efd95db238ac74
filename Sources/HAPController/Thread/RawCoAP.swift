import CoAP
import HAPModel
import HAPSession
import Measurement

/// The arguments of the verb `coap`, as a suite writes them.
struct RawCoAP {
    let method: CoAPCode
    let path: String
    let kind: CoAPMessage.Kind
    let options: [(number: CoAPOption.Number, value: JSON)]
    let pdus: [RawPDU]?
    /// Whether PDUs are sent without encryption.
    let isPlain: Bool
    /// Bytes that are sealed in a session.
    let text: JSON?
    /// Bytes that are sent as they are.
    let payload: JSON?
    /// A datagram that is sent as it is.
    let datagram: JSON?
    /// The block size as a power of two.
    let sizeExponent: Int?
    /// How often the same datagram is sent again.
    let copies: Int
    /// The time before each copy.
    let gap: Duration
    /// Whether the message is sealed and kept, and not sent.
    let isHeld: Bool
    /// How many of the accessory's next requests are treated as lost.
    let lost: Int?
    /// How events are answered from now on.
    let eventAnswer: CoAPCode?
    /// Whether no argument describes a message.
    let isEmpty: Bool

    init(_ arguments: inout RawArguments) {
        let method = arguments.take("method")?.stringValue
        let path = arguments.take("path")?.stringValue
        let options = arguments.take("options")?.arrayValue
        self.method = method.flatMap(CoAPCode.init(method:)) ?? .post
        self.path = path ?? "/"
        kind = arguments.take("confirmable")?.boolValue == false ? .nonConfirmable : .confirmable
        self.options = (options ?? []).compactMap { option in
            guard let number = option["number"]?.uint64Value.flatMap(UInt16.init(exactly:)) else { return nil }
            return (CoAPOption.Number(rawValue: number), option["value"] ?? .string(""))
        }
        pdus = arguments.take("pdus").map { ($0.arrayValue ?? [$0]).map(RawPDU.init) }
        isPlain = arguments.take("plain")?.boolValue ?? false
        text = arguments.take("text")
        payload = arguments.take("payload")
        datagram = arguments.take("datagram")
        let block = arguments.take("block")?.int64Value
        sizeExponent = block.map { max(0, min(CoAPBlock.largest, Int(clamping: $0).trailingZeroBitCount - 4)) }
        copies = arguments.take("copies")?.int64Value.map { Int(clamping: $0) } ?? 0
        gap = .milliseconds(arguments.take("gap-ms")?.int64Value ?? 100)
        isHeld = arguments.take("hold")?.boolValue ?? false
        lost = arguments.take("lose")?.int64Value.map { Int(clamping: $0) }
        eventAnswer = arguments.take("events")?.stringValue.map { $0 == "refused" ? .notFound : .valid }
        isEmpty = method == nil && path == nil && options == nil && datagram == nil
    }

    /// Whether it has a payload for a session.
    var isSealed: Bool { text != nil || (pdus != nil && !isPlain) }
}

/// A request PDU, as a suite writes it: `{opcode: read, of: it}`.
struct RawPDU {
    let opcode: PDUOpcode
    private let id: CharacteristicID?
    private let instance: UInt16?
    private let transaction: UInt8?
    private let body: JSON?
    /// The value that it writes.
    private let value: JSON?
    /// Whether it asks for the value in the response.
    private let wantsResponse: Bool
    /// The time to live of a timed write, in units of 100 ms.
    private let ttl: UInt8?

    init(_ json: JSON) {
        let word = json["opcode"]
        opcode =
            word?.stringValue.flatMap(PDUOpcode.init(word:))
            ?? PDUOpcode(rawValue: word?.uint64Value.flatMap(UInt8.init(exactly:)) ?? 0)
        id = json["of"].flatMap { ($0.stringValue ?? $0.numberValue?.spelling).flatMap { CharacteristicID($0) } }
        instance = json["instance"]?.uint64Value.flatMap(UInt16.init(exactly:))
        transaction = json["transaction"]?.uint64Value.flatMap(UInt8.init(exactly:))
        body = json["body"]
        value = json["value"]
        wantsResponse = json["response"]?.boolValue ?? false
        ttl = json["ttl"]?.uint64Value.flatMap(UInt8.init(exactly:))
    }

    /// The request.
    ///
    /// - Parameter given: the transaction id, if the suite gives none.
    func request(transaction given: UInt8, _ reader: BytesReader, _ knowledge: ThreadKnowledge) -> PDURequest {
        let id = id ?? CharacteristicID(aid: 1, iid: UInt64(instance ?? 0))
        var items: [TLV8.Item] = []
        if let ttl { items.append(TLV8.Item(.timeToLive, [ttl])) }
        if let value { items.append(TLV8.Item(.value, knowledge.bytes(of: value, for: id))) }
        if wantsResponse { items.append(TLV8.Item(.returnResponse, [1])) }
        var request =
            PDUAddress.request(opcode, id, transaction: transaction ?? given, items: items)
            ?? PDURequest(opcode, transaction: transaction ?? given, instance: 0, body: [])
        if instance == nil, self.id == nil { request.instance = UInt16(clamping: knowledge.pairings ?? 0) }
        if let body { request.body = reader.bytes(body) }
        return request
    }
}

extension PDUOpcode {
    /// - Returns: `nil` for an unknown word.
    fileprivate init?(word: String) {
        let short: [String: PDUOpcode] = [
            "read": .read, "write": .write, "timed-write": .timedWrite, "execute-write": .executeWrite,
            "signature": .characteristicSignature, "service-signature": .serviceSignature, "database": .database,
            "subscribe": .subscribe, "unsubscribe": .unsubscribe,
        ]
        guard let opcode = short[word] else { return nil }
        self = opcode
    }
}

extension CoAPCode {
    /// - Returns: `nil` for an unknown method.
    fileprivate init?(method: String) {
        let methods: [String: CoAPCode] = ["GET": .get, "POST": .post, "PUT": .put, "DELETE": .delete]
        guard let code = methods[method] else { return nil }
        self = code
    }
}

extension ThreadMessage {
    /// What cases see of the response to their own message.
    func details(of made: MadeMessage) -> JSONObject {
        var details = JSONObject()
        let shown = made.isSealed ? responses.first?.body ?? [] : plain
        details["bytes"] = .string(Hex.encode(Array(shown.prefix(64))))
        if made.requests.first?.opcode == .database, let response = responses.first, response.status == .success,
            let body = response.body
        {
            let flaws = PDUDatabase.reading(body).deviations
            details["database-deviations"] = Excerpt.json(Set(flaws.map(\.kind.rawValue)).sorted())
            details["pairing-service"] = Excerpt.json(PDUDatabase.pairingProperties(in: body))
        }
        return details
    }
}
