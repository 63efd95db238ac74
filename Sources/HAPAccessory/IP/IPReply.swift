import HAPModel
import HAPPairing

/// The response to one HTTP request, before defects change it.
struct IPReply {
    var status: Int
    var contentType: String?
    var body: [UInt8] = []
    /// Whether the connection is closed after the response.
    var closes = false
    /// Whether the response is left out.
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

    /// A rejection of the whole request; a status that is an HTTP status comes from a defect.
    static func refusal(_ status: HAPStatus) -> IPReply {
        switch status {
        case .insufficientAuthorization: failure(470, status)
        case .resourceDoesNotExist: failure(404, status)
        case _ where (100...599).contains(status.rawValue): failure(Int(status.rawValue), .insufficientAuthorization)
        default: failure(400, status)
        }
    }

    /// The response of a pairing procedure; a rejection without items has its status in JSON.
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

    /// A malformed request.
    static let malformed = failure(400, .invalidValue)
}
