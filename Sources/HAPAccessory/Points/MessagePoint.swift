/// A message of the accessory, or a field of one, outside the pairing procedures.
package enum MessagePoint: String, Sendable, CaseIterable {
    case httpVersion = "http.version"
    case httpReason = "http.reason"
    case httpLineEnd = "http.line-end"
    case httpContentType = "http.content-type"
    case httpContentLength = "http.content-length"
    case httpConnection = "http.connection"
    case httpBody = "http.body"
    case eventProtocol = "event.protocol"
    case eventReason = "event.reason"
    case eventContentType = "event.content-type"
    case eventContentLength = "event.content-length"
    case eventBody = "event.body"
    case readEntry = "read.entry"
    case readAID = "read.aid"
    case readIID = "read.iid"
    case readValue = "read.value"
    case readStatus = "read.status"
    case readEventState = "read.ev"
    case readPermissions = "read.perms"
    case readType = "read.type"
    case readFormat = "read.format"
    case shownValue = "value.shown"
    case writeEntry = "write.entry"
    case writeEntryStatus = "write.status"
    case writeEntryValue = "write.value"
    case prepareStatus = "prepare.status"
    case eventEntry = "event.entry"
    case eventAID = "event.aid"
    case eventIID = "event.iid"
    case eventValue = "event.value"
    case errorStatus = "error.status"
    case databaseText = "database.text"
    case textConfigurationNumber = "txt.c#"
    case textFeatureFlags = "txt.ff"
    case textDeviceID = "txt.id"
    case textModel = "txt.md"
    case textProtocolVersion = "txt.pv"
    case textStateNumber = "txt.s#"
    case textStatusFlags = "txt.sf"
    case textCategory = "txt.ci"
    case textSetupHash = "txt.sh"
    case advertisedName = "advertisement.name"
    case labelSetupID = "label.setup-id"
    case labelPayload = "label.payload"
    case advertisedAddress = "advertisement.address"
    case coapPath = "coap.path"
    case pairingsRead = "pairings.read"

    /// The type of the point's content, which decides what can be set.
    package enum Content: Sendable {
        case bytes, text, json
    }

    package var content: Content {
        switch self {
        case .httpBody, .eventBody, .databaseText, .pairingsRead: .bytes
        case .httpVersion, .httpReason, .httpLineEnd, .httpContentType, .httpContentLength, .httpConnection,
            .eventProtocol, .eventReason, .eventContentType, .eventContentLength, .textConfigurationNumber,
            .textFeatureFlags,
            .textDeviceID, .textModel, .textProtocolVersion, .textStateNumber, .textStatusFlags, .textCategory,
            .textSetupHash, .advertisedName, .labelSetupID, .labelPayload, .advertisedAddress, .coapPath:
            .text
        default: .json
        }
    }

    /// The content, in one line.
    package var meaning: String {
        switch self {
        case .httpVersion: "`HTTP/1.1` of a response"
        case .httpReason: "the reason phrase of a response"
        case .httpLineEnd: "the line ends of a response's head: CR LF"
        case .httpContentType: "Content-Type of a response"
        case .httpContentLength: "Content-Length of a response"
        case .httpConnection: "Connection of a response; absent by default"
        case .httpBody: "the body of a response"
        case .eventProtocol: "`EVENT/1.0` of an event"
        case .eventReason: "the reason phrase of an event"
        case .eventContentType: "Content-Type of an event"
        case .eventContentLength: "Content-Length of an event"
        case .eventBody: "the body of an event"
        case .readEntry: "an entry of a read answer"
        case .readAID: "aid in a read answer"
        case .readIID: "iid in a read answer"
        case .readValue: "value in a read answer"
        case .readStatus: "status in a read answer"
        case .readEventState: "ev in a read answer"
        case .readPermissions: "perms in a read answer"
        case .readType: "type in a read answer"
        case .readFormat: "format in a read answer"
        case .shownValue: "the value of a characteristic, in the attribute database and in read answers"
        case .writeEntry: "an entry of a write answer"
        case .writeEntryStatus: "status in a write answer"
        case .writeEntryValue: "value in a write answer"
        case .prepareStatus: "status in the response to a prepare"
        case .eventEntry: "an entry of an event"
        case .eventAID: "aid in an event"
        case .eventIID: "iid in an event"
        case .eventValue: "value in an event"
        case .errorStatus: "status in the body of an error"
        case .databaseText: "the text of the attribute database"
        case .textConfigurationNumber: "c# of the TXT record: the configuration number"
        case .textFeatureFlags: "ff of the TXT record: the pairing feature flags"
        case .textDeviceID: "id of the TXT record: the device id"
        case .textModel: "md of the TXT record: the model"
        case .textProtocolVersion: "pv of the TXT record: the protocol version"
        case .textStateNumber: "s# of the TXT record: the state number"
        case .textStatusFlags: "sf of the TXT record: the status flags"
        case .textCategory: "ci of the TXT record: the category"
        case .textSetupHash: "sh of the TXT record: the setup hash, in base64"
        case .advertisedName: "the name of the service: the Name of aid 1"
        case .labelSetupID: "the setup ID, on the label and in the setup hash"
        case .labelPayload: "the setup payload on the label"
        case .advertisedAddress: "the address in the mDNS records, as text"
        case .coapPath: "the path of a CoAP request, as the accessory receives it"
        case .pairingsRead: "the answer to a message about pairings, when it is read over Thread"
        }
    }
}
