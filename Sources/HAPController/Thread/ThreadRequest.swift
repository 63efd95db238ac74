import CoAP
import HAPModel
import HAPSession

/// A request to one of the accessory's resources (HAP-COAP-007).
enum ThreadRequest: Sendable {
    /// A message without encryption: identify, or the bare TLV8 of a pairing procedure.
    case open(Resource, [UInt8])
    /// PDUs for the resource of sessions.
    case pdus([PDURequest])
    /// A message that a case makes.
    case made(MadeMessage)

    enum Resource: String, Sendable {
        case identify = "/0"
        case pairSetup = "/1"
        case pairVerify = "/2"
    }

    var path: String {
        switch self {
        case .open(let resource, _): resource.rawValue
        case .pdus: "/"
        case .made(let made): made.message.path
        }
    }

    /// Whether its payload is sealed in a session.
    var isSealed: Bool {
        switch self {
        case .open: false
        case .pdus: true
        case .made(let made): made.isSealed
        }
    }

    /// Whether a case made it, so that its response is shown as it is.
    var isMade: Bool {
        if case .made = self { true } else { false }
    }

    /// The message without encryption.
    var plain: [UInt8] {
        switch self {
        case .open(_, let body): body
        case .pdus(let requests): requests.flatMap { $0.encoded() }
        case .made(let made): made.message.payload
        }
    }

    var pdus: [PDURequest] {
        switch self {
        case .open: []
        case .pdus(let requests): requests
        case .made(let made): made.requests
        }
    }

    /// The pairing procedure that it belongs to, and its items.
    ///
    /// - Parameter pairings: the instance id of Pairings.
    func pairing(_ pairings: UInt64?) -> (procedure: String, items: TLV8)? {
        switch self {
        case .open(.identify, _), .made: return nil
        case .open(.pairSetup, let body): return ("pair-setup", TLV8(decoding: body))
        case .open(.pairVerify, let body): return ("pair-verify", TLV8(decoding: body))
        case .pdus(let requests):
            guard let first = requests.first, first.opcode == .write, UInt64(first.instance) == pairings,
                PDUAddress.id(of: first).aid == 1, let value = first.items[.value]
            else { return nil }
            return ("pairings", TLV8(decoding: value))
        }
    }

    /// What it asks for, in the words of records.
    var operations: [String] {
        switch self {
        case .open(let resource, _): ["POST \(resource.rawValue)"]
        case .pdus(let requests): requests.map { "\($0.opcode.name) \(PDUAddress.id(of: $0))" }
        case .made(let made): made.operations
        }
    }
}

/// A response to a ``ThreadRequest``.
struct ThreadMessage: Sendable {
    let code: CoAPCode
    /// The payload without encryption.
    let plain: [UInt8]
    /// The PDUs of a successful response to PDUs.
    let responses: [PDUResponse]
    /// What departs from the format of PDUs.
    let deviations: [PDUDeviation]
    /// How the values of characteristics depart from their formats.
    var valueDeviations: [String] = []
    /// What cases see of it beside the fields of every response.
    var further = JSONObject()

    init(_ code: CoAPCode, _ plain: [UInt8], hasPDUs: Bool) {
        self.code = code
        self.plain = plain
        let responses: [PDUResponse]
        var deviations: [PDUDeviation]
        (responses, deviations) = hasPDUs ? PDUDecoder<PDUResponse>.decoding(plain) : ([], [])
        // Over CoAP each PDU has a length (HAP-COAP-033).
        if responses.contains(where: { $0.body == nil }) {
            deviations.append(PDUDeviation(.missingLength, at: plain.count))
        }
        (self.responses, self.deviations) = (responses, deviations)
    }

    /// The status of the request as a whole: what the code means, or the status that all PDUs have; `nil` if they
    /// differ.
    var status: HAPStatus? {
        guard code.isSuccess else { return Self.meaning(of: code) }
        guard let first = responses.first else { return .success }
        return responses.allSatisfy { $0.code == first.code } ? first.status : nil
    }

    /// The response to each request, in the order of the requests; `nil` where it is missing.
    func answers(to requests: [PDURequest]) -> [PDUResponse?] {
        var rest = responses[...]
        return requests.map { request in
            guard rest.first?.transaction == request.transaction else { return nil }
            return rest.removeFirst()
        }
    }

    /// What suites and records see of it apart from its bodies.
    var fields: JSONObject {
        var fields: JSONObject = [
            "code": .string("\(code.codeClass).\(code.detail < 10 ? "0" : "")\(code.detail)"),
            "count": JSON(responses.count), "statuses": .array(responses.prefix(64).map { JSON($0.code) }),
            "transactions": .array(responses.prefix(64).map { JSON($0.transaction) }),
            "length": JSON(plain.count), "deviations": .array(deviations.map { .string($0.description) }),
            "body-lengths": .array(responses.prefix(64).map { JSON($0.body?.count ?? 0) }),
            "value-deviations": Excerpt.json(valueDeviations, limit: 16),
        ]
        fields.members += further.members
        return fields
    }

    /// What it is, in a few words.
    var summary: String {
        let names = Excerpt.texts(responses.map(\.status.name), limit: 8).joined(separator: ", ")
        return names.isEmpty ? code.description : "\(code): \(names)"
    }

    /// Without a session, an accessory answers secured requests 4.04 (HAP-COAP-027).
    private static func meaning(of code: CoAPCode) -> HAPStatus {
        switch code {
        case .notFound, .unauthorized, .forbidden: .insufficientAuthentication
        case .methodNotAllowed, .notImplemented: .unsupportedPDU
        case .serviceUnavailable: .maxProcedures
        default: .invalidRequest
        }
    }
}
