import HAPModel
import HAPSession
import HTTPWire
import Measurement

/// HTTP messages and frames, for cases limited to IP.
struct HTTPAccess: RawAccess {
    let connection: IPConnection

    var lastSent: [UInt8]? { connection.lastSent }

    func rejection(of step: RawStep) -> String? {
        var arguments = RawArguments(step.arguments)
        _ = RawDelivery(&arguments)
        var left: String?
        switch step.verb {
        case "request":
            _ = RawRequest(&arguments)
            left = RawRequest.followers(&arguments).left
        case "send": _ = RawContent(&arguments)
        default: return "`\(step.verb)` is not a raw verb of IP"
        }
        return (arguments.left ?? left).map { "the tester does not support `\($0)` of `\(step.verb)` over IP" }
    }

    func needsSession(_ step: RawStep) -> Bool? {
        step.verb == "send" ? step.arguments["bytes"] == nil && step.arguments["text"] == nil : nil
    }

    func writes(_ step: RawStep) -> Bool {
        guard step.verb == "request" else { return false }
        var arguments = RawArguments(step.arguments)
        let first = RawRequest(&arguments)
        return ([first] + RawRequest.followers(&arguments).requests).contains { $0.method == "PUT" }
    }

    func send(
        _ step: RawStep,
        reader: BytesReader,
        captured: [UInt8]?,
        within limit: Duration
    ) async -> Exchange {
        var arguments = RawArguments(step.arguments)
        let delivery = RawDelivery(&arguments)
        if step.verb == "request" {
            let writer = RequestWriter(reader: reader, destination: connection.destination)
            let request = writer.written(RawRequest(&arguments))
            let followers = RawRequest.followers(&arguments).requests.map(writer.written)
            return await sendRequests(request, followers, delivery, step.departures, within: limit)
        }
        let content = RawContent(&arguments)
        let bytes = captured ?? self.bytes(of: content, delivery, step.departures, reader)
        connection.expectAnswers(to: [])
        return Exchange(await sendBytes(bytes, delivery, answers: delivery.answers ?? 1, within: limit))
    }

    private func sendRequests(
        _ request: HTTPRequest,
        _ followers: [HTTPRequest],
        _ delivery: RawDelivery,
        _ departures: Departures,
        within limit: Duration
    ) async -> Exchange {
        let exchange: HTTPExchange
        if followers.isEmpty, delivery.isPlain, departures == .none {
            exchange = await connection.ask(request, within: limit)
        } else {
            connection.expectAnswers(to: departures == .none ? [request] + followers : [])
            let bytes = connection.frames(
                of: request.encoded() + followers.flatMap { $0.encoded() },
                departures: departures,
                sizes: delivery.frames
            )
            exchange = await sendBytes(bytes, delivery, answers: delivery.answers ?? followers.count + 1, within: limit)
        }
        var result = Exchange(exchange, asked: request.askedCharacteristics, isWrite: request.method == "PUT")
        result.onlySubscribes = result.isWrite && request.onlySubscribes
        return result
    }

    private func bytes(
        of content: RawContent,
        _ delivery: RawDelivery,
        _ departures: Departures,
        _ reader: BytesReader
    ) -> [UInt8] {
        if content.reflects { return connection.lastReceived }
        if let given = content.bytes { return reader.bytes(given) }
        return connection.frames(
            of: content.text.map(reader.bytes) ?? HTTPRequest.get("/accessories").encoded(),
            departures: departures,
            sizes: delivery.frames
        )
    }

    /// How long to wait for the end of the connection after a response.
    private static let afterwards = Duration.milliseconds(200)

    private func sendBytes(
        _ bytes: [UInt8],
        _ delivery: RawDelivery,
        answers: Int,
        within limit: Duration
    ) async -> HTTPExchange {
        // While the tester pauses, the accessory has nothing to answer.
        let pauses = delivery.pieces.map { $0.pause * $0.cut(bytes).count } ?? .zero
        var exchange = await connection.sendRaw(
            bytes,
            within: limit + pauses,
            until: answers == 0 ? .nothing : .responses(answers),
            pieces: delivery.pieces
        )
        guard answers > 0, exchange.answer != nil, exchange.closed == nil else { return exchange }
        let later = await connection.sendRaw([], within: Self.afterwards)
        exchange.closed = later.closed
        exchange.answers += later.answers
        exchange.evidence += later.evidence
        return exchange
    }
}

extension HTTPRequest {
    /// The characteristics in the request, in order.
    fileprivate var askedCharacteristics: [CharacteristicID] {
        if method == "GET" {
            let query = target.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
            let list = query.split(separator: "&").first { $0.hasPrefix("id=") }?.dropFirst(3) ?? ""
            return list.split(separator: ",").compactMap { CharacteristicID(String($0)) }
        }
        return entries.compactMap { CharacteristicEntry($0).id }
    }

    fileprivate var onlySubscribes: Bool {
        !entries.isEmpty && entries.allSatisfy { $0["value"] == nil && $0["ev"] != nil }
    }

    private var entries: [JSON] { (try? JSON.parse(body))?["characteristics"]?.arrayValue ?? [] }
}
