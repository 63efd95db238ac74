import HAPModel
import HAPSession
import HTTPWire
import Measurement

/// HTTP messages and frames, for cases limited to IP.
struct HTTPAccess: RawAccess {
    let connection: IPConnection

    var lastSent: [UInt8]? { connection.lastSent }

    func send(_ step: RawStep, within limit: Duration) async -> RawResult {
        var arguments = RawArguments(step.arguments)
        let delivery = RawDelivery(&arguments)
        switch step.verb {
        case "request": return await request(&arguments, delivery, step, within: limit)
        case "send": return await send(&arguments, delivery, step, within: limit)
        default: return .notDone("`\(step.verb)` is not a raw verb of IP")
        }
    }

    // MARK: - Requests

    private func request(
        _ arguments: inout RawArguments,
        _ delivery: RawDelivery,
        _ step: RawStep,
        within limit: Duration
    ) async -> RawResult {
        let writer = RequestWriter(reader: step.reader, destination: connection.destination)
        let request = writer.request(&arguments)
        let followers = (arguments.take("then")?.arrayValue ?? []).map { follower in
            var members = RawArguments(follower)
            return writer.request(&members)
        }
        if let left = arguments.left { return .notDone(left.notCarriedOut(by: step.verb)) }
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
        return .done(Exchange(exchange, asked: request.askedCharacteristics, isWrite: request.method == "PUT"))
    }

    // MARK: - Bytes

    private func send(
        _ arguments: inout RawArguments,
        _ delivery: RawDelivery,
        _ step: RawStep,
        within limit: Duration
    ) async -> RawResult {
        let (reflects, given) = (arguments.take("reflect")?.boolValue == true, arguments.take("bytes"))
        let text = arguments.take("text")
        if let left = arguments.left { return .notDone(left.notCarriedOut(by: step.verb)) }
        let bytes: [UInt8]
        if let captured = step.captured {
            bytes = captured
        } else if reflects {
            bytes = connection.lastReceived
        } else if let given {
            bytes = step.reader.bytes(given)
        } else {
            bytes = connection.frames(
                of: text.map(step.reader.bytes) ?? HTTPRequest.get("/accessories").encoded(),
                departures: step.departures,
                sizes: delivery.frames
            )
        }
        connection.expectAnswers(to: [])
        return .done(Exchange(await send(bytes, delivery, answers: delivery.answers ?? 1, within: limit)))
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
