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
        switch step.verb {
        case "request": _ = requests(&arguments, step.reader)
        case "send": _ = RawContent(&arguments)
        default: return "`\(step.verb)` is not a raw verb of IP"
        }
        return arguments.left.map { "the tester does not support `\($0)` of `\(step.verb)` over IP" }
    }

    func send(_ step: RawStep, within limit: Duration) async -> Exchange {
        var arguments = RawArguments(step.arguments)
        let delivery = RawDelivery(&arguments)
        if step.verb == "request" {
            return await request(requests(&arguments, step.reader), delivery, step, within: limit)
        }
        return await send(RawContent(&arguments), delivery, step, within: limit)
    }

    // MARK: - Requests

    /// The request of a step, and those that follow it at once.
    private func requests(_ arguments: inout RawArguments, _ reader: BytesReader) -> (
        first: HTTPRequest, followers: [HTTPRequest]
    ) {
        let writer = RequestWriter(reader: reader, destination: connection.destination)
        let request = writer.request(&arguments)
        let followers = (arguments.take("then")?.arrayValue ?? []).map { follower in
            var members = RawArguments(follower)
            return writer.request(&members)
        }
        return (request, followers)
    }

    private func request(
        _ requests: (first: HTTPRequest, followers: [HTTPRequest]),
        _ delivery: RawDelivery,
        _ step: RawStep,
        within limit: Duration
    ) async -> Exchange {
        let (request, followers) = requests
        let exchange: HTTPExchange
        if followers.isEmpty, delivery.isPlain, step.departures == .none {
            exchange = await connection.ask(request, within: limit)
        } else {
            connection.expectAnswers(to: step.departures == .none ? [request] + followers : [])
            let bytes = connection.frames(
                of: request.encoded() + followers.flatMap { $0.encoded() },
                departures: step.departures,
                sizes: delivery.frames
            )
            exchange = await send(bytes, delivery, answers: delivery.answers ?? followers.count + 1, within: limit)
        }
        return Exchange(exchange, asked: request.askedCharacteristics, isWrite: request.method == "PUT")
    }

    // MARK: - Bytes

    private func send(
        _ content: RawContent,
        _ delivery: RawDelivery,
        _ step: RawStep,
        within limit: Duration
    ) async -> Exchange {
        let bytes: [UInt8]
        if let captured = step.captured {
            bytes = captured
        } else if content.reflects {
            bytes = connection.lastReceived
        } else if let given = content.bytes {
            bytes = step.reader.bytes(given)
        } else {
            bytes = connection.frames(
                of: content.text.map(step.reader.bytes) ?? HTTPRequest.get("/accessories").encoded(),
                departures: step.departures,
                sizes: delivery.frames
            )
        }
        connection.expectAnswers(to: [])
        return Exchange(await send(bytes, delivery, answers: delivery.answers ?? 1, within: limit))
    }

    /// How long to wait for the end of the connection after a response.
    private static let afterwards = Duration.milliseconds(200)

    private func send(
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
        let entries = (try? JSON.parse(body))?["characteristics"]?.arrayValue ?? []
        return entries.compactMap { CharacteristicEntry($0).id }
    }
}
