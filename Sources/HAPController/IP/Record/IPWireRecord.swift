import HAPModel
import HAPSession
import HTTPWire
import Measurement

/// The journal's description of an event on an IP connection: its meaning for readers, monitors and the trace.
struct IPWireRecord {
    let content: IPWireContent
    let direction: WireEvent.Direction
    /// Whether it belongs to a session.
    let isSecured: Bool
    /// The request that a response answers.
    let request: AskedRequest?

    /// The event's additional members for IP.
    var fields: JSONObject {
        switch content {
        case .opened(let destination, let took):
            ["decoded": ["destination": .string(destination), "connect-ns": JSON(took.wholeNanoseconds)]]
        case .closed(let closure): ["decoded": ["by": .string(closure.name)]]
        case .secured, .bytes: JSONObject()
        case .frame(let counter, let length):
            JSONObject(
                members: [.init(key: "decoded", value: ["counter": JSON(counter), "length": JSON(length)])]
                    + (direction == .in ? FrameCheck.opened(counter, length).members : [])
            )
        case .request(let request): asked(request)
        case .response(let answer): received(answer, ResponseCheck(answer, answering: request).fields)
        case .event(let answer): received(answer, EventCheck(answer).fields)
        case .failure(let failure): Self.failed(failure.name, failure.description)
        case .badFrame(let failure, let isRepeated):
            JSONObject(
                members: Self.failed("frame", failure.description, isRepeated: isRepeated).members
                    + FrameCheck.failed(failure).members
            )
        }
    }

    /// The characteristics that a read asked for and its response does not list.
    var unlisted: [CharacteristicID] {
        guard case .response(let answer) = content else { return [] }
        return ResponseCheck(answer, answering: request).unlisted
    }

    private static func failed(_ name: String, _ message: String, isRepeated: Bool = false) -> JSONObject {
        var decoded: JSONObject = ["failure": .string(name), "message": .string(message)]
        if isRepeated { decoded["repeated"] = true }
        return ["decoded": .object(decoded)]
    }

    private func asked(_ request: HTTPRequest) -> JSONObject {
        var object: JSONObject = ["start": .string("\(request.method) \(request.target) \(request.version)")]
        add(MessageBody(request.body, isTLV8: request.headers.declares("tlv8")), isAnswer: false, to: &object)
        return object
    }

    private func received(_ answer: HTTPAnswer, _ check: JSONObject) -> JSONObject {
        var object: JSONObject = [
            "start": .string(answer.message.startLine), "http": .object(answer.fields),
        ]
        add(answer.body, isAnswer: true, to: &object)
        object.members.append(.init(key: "secured", value: .bool(isSecured)))
        object.members += check.members
        return object
    }

    private func add(_ body: MessageBody, isAnswer: Bool, to object: inout JSONObject) {
        guard body.isRecorded else {
            object.members.append(.init(key: "body-omitted", value: JSON(body.bytes.count)))
            return
        }
        switch body.content {
        case .empty, .bytes: break
        case .json(let json): object.members.append(.init(key: "body", value: json))
        case .text(let text): object.members.append(.init(key: "text", value: .string(text)))
        case .items(let tlv):
            let items = PairingItems(tlv)
            object.members += items.members
            if isAnswer {
                object.members += items.answerMembers(procedure: request?.procedure, state: request?.state)
            }
        }
    }
}
