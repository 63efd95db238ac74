package import HAPController
package import HAPModel
import HAPSession
import HTTPWire
import Links
package import Measurement
import SuiteLanguage

/// A wire event as it stands in the journal: the bytes, and what they mean to readers, monitors and the trace.
package struct WireBody {
    /// What a response answers.
    package struct Request: Sendable {
        package var method: String
        /// Without the query.
        package var path: String
        /// The State item of a pairing message, if it is one that the protocol knows.
        package var state: UInt64?
        /// When it left, as long as it is open what became of it.
        package var sentAt: Moment?
        /// More connections were open than an accessory has to serve.
        package var isCrowded = false

        package init(method: String, target: String, body: [UInt8]) {
            self.method = method
            path = target.split(separator: "?", maxSplits: 1).first.map(String.init) ?? target
            let tlv = TLV8(decoding: body)
            let states = tlv.items(of: .state).map(\.value)
            // A State that was altered asks for no certain answer.
            if tlv.isWellFormed, states.count == 1, states[0].count == 1, [1, 3, 5].contains(states[0][0]) {
                state = UInt64(states[0][0])
            }
        }

        /// The pairing procedure that it belongs to.
        var procedure: String? {
            ["/pair-setup", "/pair-verify", "/pairings"].first { $0 == path }.map { String($0.dropFirst()) }
        }
    }

    private let event: WireEvent
    private let request: Request?
    private let isTampered: Bool
    private let database: AttributeDatabase

    /// - Parameters:
    ///   - request: the request that the event answers, or ends without an answer.
    ///   - database: what the accessory declares.
    package init(_ event: WireEvent, answering request: Request?, isTampered: Bool, database: AttributeDatabase) {
        self.event = event
        self.request = request
        self.isTampered = isTampered
        self.database = database
    }

    /// The event's body.
    package var json: JSON {
        var object = JSONObject([
            "kind": .string(event.kind), "connection": .string(event.connection),
            "direction": .string(event.direction.rawValue), "transport": "ip", "session": JSON(event.session),
        ])
        func add(_ key: String, _ value: JSON) { object.members.append(.init(key: key, value: value)) }
        if let controller = event.controller { add("controller", .string(controller)) }
        switch event.content {
        case .request(let request):
            add("start", .string("\(request.method) \(request.target) \(request.version)"))
            addContent(request.body, request.headers, CharacteristicsBody(request.body).json, to: &object)
        case .response(let message), .event(let message):
            add("start", .string(message.startLine))
            add("http", HTTPFields(message).json)
            let body = CharacteristicsBody(message)
            addContent(message.body, message.headers, body.json, to: &object)
            add("secured", .bool(event.session > 0))
            if message.isEvent {
                object.members += EventCheck(body, database: database).fields.members
            } else {
                object.members += ResponseCheck(message, body, answering: request).fields.members
            }
            add("tampered", .bool(isTampered))
        case .frame(let counter, let length):
            add("decoded", event.decoded)
            if event.direction == .in { object.members += FrameCheck.opened(counter, length).members }
        case .failure(.frame(let failure)):
            add("decoded", event.decoded)
            object.members += FrameCheck.failed(failure).members
        default:
            let decoded = event.decoded
            if !decoded.isNull { add("decoded", decoded) }
        }
        object.members += ending.members
        // The text inside frames is shown above; its bytes stand in the frames.
        if !event.raw.isEmpty { add("hex", .string(Hex.encode(event.raw))) }
        add("summary", .string(summary))
        return .object(object)
    }

    /// What monitors of requests look at: how the request ended.
    private var ending: JSONObject {
        guard let request, let sentAt = request.sentAt else { return JSONObject() }
        var object = JSONObject([
            "method": .string(request.method), "path": .string(request.path),
            "crowded": .bool(request.isCrowded),
            "took-ms": JSON(sentAt.duration(to: event.at).wholeNanoseconds / 1_000_000),
        ])
        switch event.content {
        case .failure(let failure):
            object["failure"] = .string(failure.name)
            object["partial"] = .bool(!event.raw.isEmpty)
        case .closed(let closure): object["failure"] = .string(closure == .reset ? "reset" : "closed")
        default: return object
        }
        object["secured"] = .bool(event.session > 0)
        object["tampered"] = .bool(isTampered)
        return object
    }

    private var summary: String {
        switch event.content {
        case .opened(let destination): return "opened to \(destination)"
        case .closed(let closure): return "closed by \(closure.name)"
        case .secured: return "encrypted from here on"
        case .bytes: return Spoken.count(event.raw.count, "byte")
        case .frame(let counter, let length): return "frame \(counter) with \(length) bytes of text"
        case .request(let request): return "\(request.method) \(request.target)"
        case .response(let message), .event(let message): return message.startLine
        case .failure(let failure): return failure.description
        }
    }

    private func addContent(_ body: [UInt8], _ headers: [HTTPHeader], _ json: JSON?, to object: inout JSONObject) {
        guard !body.isEmpty else { return }
        if headers["Content-Type"]?.contains("tlv8") == true {
            let tlv = TLV8(decoding: body)
            object.members.append(.init(key: "tlv", value: .array(tlv.items.prefix(64).map(item))))
            object.members.append(
                .init(key: "items", value: Excerpt.json(tlv.items.map { TLVType(rawValue: $0.type).name }))
            )
            object.members.append(.init(key: "state", value: tlv.integer(.state).map { JSON($0) } ?? .null))
            object.members.append(.init(key: "error-code", value: tlv.integer(.error).map { JSON($0) } ?? .null))
            object.members.append(
                .init(key: "tlv-deviations", value: Excerpt.json(tlv.deviations.map(\.description), limit: 8))
            )
            if event.direction == .in { addAnswer(tlv, to: &object) }
        } else if let json {
            object.members.append(.init(key: "body", value: json))
        } else if let text = String(validating: body, as: UTF8.self) {
            object.members.append(.init(key: "text", value: .string(text)))
        }
    }

    /// What monitors of pairing procedures look at.
    private func addAnswer(_ tlv: TLV8, to object: inout JSONObject) {
        let fragments = TLVFragments(tlv.encoded())
        let integers: [TLVType] = [.state, .error, .method, .permissions]
        let long = tlv.items.filter { integers.contains(TLVType(rawValue: $0.type)) && $0.value.count != 1 }
        object["procedure"] = request?.procedure.map { .string($0) } ?? .null
        object["state-right"] = request?.state.map { .bool(tlv.integer(.state) == $0 + 1) } ?? .null
        object["cut-items"] = JSON(fragments.cutItems)
        object["short-fragments"] = JSON(fragments.shortFragments)
        object["empty-fragments"] = JSON(fragments.emptyFragments)
        object["long-integers"] = Excerpt.json(long.map { TLVType(rawValue: $0.type).name })
    }

    private func item(_ item: TLV8.Item) -> JSON {
        let type = TLVType(rawValue: item.type)
        var object = JSONObject(["type": JSON(item.type), "name": .string(type.name), "length": JSON(item.value.count)])
        if item.value.count <= 16 { object["hex"] = .string(Hex.encode(item.value)) }
        return .object(object)
    }
}
