import HAPModel
import HAPPairing

/// The answer to one HTTP request, before a defect changes it.
struct IPReply {
    var status: Int
    var contentType: String?
    var body: [UInt8] = []
    /// Whether the connection is closed after it.
    var closes = false
    /// Whether nothing at all is answered.
    var isWithheld = false

    static let json = "application/hap+json"
    static let tlv = "application/pairing+tlv8"

    /// 204 without a body.
    static let noContent = IPReply(status: 204)

    /// A JSON body.
    static func json(_ status: Int, _ body: JSON) -> IPReply {
        IPReply(status: status, contentType: json, body: body.encoded())
    }

    /// An error with its HAP status in the body (HAP R1 5.7.1.4).
    static func failure(_ status: Int, _ code: HAPStatus) -> IPReply {
        json(status, ["status": JSON(code.rawValue)])
    }

    /// A refusal of the whole request; a status that is an HTTP status itself is a defect's.
    static func refusal(_ status: HAPStatus) -> IPReply {
        switch status {
        case .insufficientAuthorization: failure(470, status)
        case .resourceDoesNotExist: failure(404, status)
        case _ where (100...599).contains(status.rawValue): failure(Int(status.rawValue), .insufficientAuthorization)
        default: failure(400, status)
        }
    }

    /// The answer of a pairing procedure; a refusal without items says what it is in JSON.
    init(_ reply: PairingReply) {
        if reply.status == .success {
            self.init(status: 200, contentType: Self.tlv, body: reply.body)
        } else {
            self = .refusal(reply.status)
        }
        isWithheld = reply.isWithheld
    }

    init(status: Int, contentType: String? = nil, body: [UInt8] = []) {
        self.status = status
        self.contentType = contentType
        self.body = body
    }

    /// A request that is wrong in itself.
    static let malformed = failure(400, .invalidValue)
}
