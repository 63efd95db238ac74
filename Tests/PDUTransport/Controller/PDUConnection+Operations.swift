package import HAPController
import HAPModel
import HAPSession
import Measurement

extension PDUConnection {
    package func perform(_ operation: Operation, within limit: Duration) async -> Exchange {
        switch operation {
        case .pairing(let endpoint, let message): await pair(endpoint, message, within: limit)
        case .database: await database(within: limit)
        case .identify: await identify(within: limit)
        case .read(let ids, _): await read(ids, within: limit)
        case .write(let entries): await write(entries, within: limit)
        case .timedWrite(let entries, let timed): await timedWrite(entries, timed, within: limit)
        case .subscribe(let ids, let isOn):
            await write(ids.map { WriteEntry(id: $0, events: isOn) }, within: limit)
        }
    }

    // MARK: Pairing and identify

    private func pair(_ endpoint: PairingEndpoint, _ message: [UInt8], within limit: Duration) async -> Exchange {
        let items = [TLV8.Item(.value, message), TLV8.Item(.returnResponse, [1])]
        let exchange = await ask([Self.request(.write, endpoint.instance, items)], within: limit)
        return Exchange(exchange, answer: exchange.message.map { Answer($0, body: $0.value(isTLV8: true)) })
    }

    private func identify(within limit: Duration) async -> Exchange {
        let exchange = await ask([Self.request(.write, .identify, [])], within: limit)
        return Exchange(exchange, answer: exchange.message.map { Answer($0, body: .none) })
    }

    private static func request(
        _ opcode: PDUOpcode,
        _ instance: PDUPairingInstance,
        _ items: [TLV8.Item]
    ) -> PDURequest {
        let body = items.isEmpty ? nil : TLV8(items: items).encoded()
        return PDURequest(opcode, transaction: 0, instance: instance.rawValue, body: body)
    }

    // MARK: The database

    /// Reads what the accessory declares, and then each value that can be read.
    private func database(within limit: Duration) async -> Exchange {
        let asked = await ask([PDUWire.request(.database, Self.root)], within: limit)
        guard let message = asked.message, message.status == .success, let body = message.responses.first?.body else {
            return Exchange(asked, answer: asked.message.map { Answer($0, body: .none) })
        }
        let json = PDUDatabase.reading(body).database
        let database = AttributeDatabase(json)
        var values: [CharacteristicID: JSON] = [:]
        formats.learn(database)
        var exchange = Exchange(asked, answer: nil)
        for place in database.places where place.characteristic.has(.pairedRead) {
            let part = await read([place.id], within: limit).following(exchange)
            guard let entry = part.entries.first else { return part }
            exchange = part
            values[place.id] = entry.value
        }
        exchange.answer = Answer(message, body: MessageBody(body, isTLV8: true), database: json.with(values))
        exchange.answers = exchange.answer.map { [$0] } ?? []
        (exchange.asked, exchange.failure) = ([], nil)
        return exchange
    }

    /// What a request addresses that concerns the accessory as a whole.
    private static let root = CharacteristicID(aid: 1, iid: 0)

    // MARK: Characteristics

    private func read(_ ids: [CharacteristicID], within limit: Duration) async -> Exchange {
        let exchange = await ask(ids.map { PDUWire.request(.read, $0) }, within: limit)
        let entries = zip(ids, exchange.responses).compactMap { id, response in response.map { entry(id, $0) } }
        return Exchange(
            exchange,
            answer: exchange.message.map { Answer($0, body: .none, entries: entries) },
            asked: ids
        )
    }

    private func write(_ entries: [WriteEntry], within limit: Duration) async -> Exchange {
        let requests = entries.map { entry in
            var requests: [PDURequest] = []
            if let isOn = entry.events { requests.append(PDUWire.request(isOn ? .subscribe : .unsubscribe, entry.id)) }
            if entry.value != nil || entry.events == nil {
                requests.append(PDUWire.request(.write, entry.id, items(of: entry)))
            }
            return requests
        }
        let exchange = await ask(requests.flatMap(\.self), within: limit)
        var responses = exchange.responses[...]
        var results: [CharacteristicEntry] = []
        for (entry, parts) in zip(entries, requests) {
            let own = responses.prefix(parts.count).compactMap(\.self)
            responses = responses.dropFirst(parts.count)
            guard let decisive = own.first(where: { $0.status != .success }) ?? own.last else { continue }
            results.append(self.entry(entry.id, decisive))
        }
        return Exchange(
            exchange,
            answer: exchange.message.map { Answer($0, body: .none, entries: results) },
            asked: entries.map(\.id),
            isWrite: true
        )
    }

    /// The items of a request that writes.
    private func items(of entry: WriteEntry) -> [TLV8.Item] {
        var items: [TLV8.Item] = []
        if let value = entry.value { items.append(TLV8.Item(.value, formats.bytes(of: value, for: entry.id))) }
        if let text = entry.authorization {
            items.append(TLV8.Item(.authorization, Base64.decode(text) ?? Array(text.utf8)))
        }
        if entry.isRemote == true { items.append(TLV8.Item(.origin, [1])) }
        if entry.response == true { items.append(TLV8.Item(.returnResponse, [1])) }
        return items
    }

    /// What a response says about a characteristic.
    private func entry(_ id: CharacteristicID, _ response: PDUResponse) -> CharacteristicEntry {
        let value = response.items[.value].map { formats.value($0, of: id).value }
        return CharacteristicEntry(id, status: response.status, value: value)
    }

    // MARK: Timed writes

    /// Writes one characteristic after the other, each with a preparation of its own, because PDUs queue one write.
    private func timedWrite(_ entries: [WriteEntry], _ timed: TimedWrite, within limit: Duration) async -> Exchange {
        var results: [CharacteristicEntry] = []
        var last: Exchange?
        for entry in entries {
            var exchange = await timedWrite(entry, timed, within: limit)
            if let last { exchange = exchange.following(last) }
            last = exchange
            guard exchange.answer != nil else { break }
            results += exchange.entries
        }
        guard var exchange = last else { return await write([], within: limit) }
        (exchange.asked, exchange.isWrite) = (entries.map(\.id), true)
        exchange.replaceEntries(results)
        return exchange
    }

    private func timedWrite(_ entry: WriteEntry, _ timed: TimedWrite, within limit: Duration) async -> Exchange {
        var prepared: Exchange?
        if timed.isPrepared {
            let units = (timed.timeToLive.wholeNanoseconds + 99_999_999) / 100_000_000
            let ttl = TLV8.Item(.timeToLive, [UInt8(clamping: units)])
            let request = PDUWire.request(.timedWrite, entry.id, [ttl] + items(of: entry))
            let exchange = await send(request, for: entry.id, within: limit)
            guard timed.isExecuted, exchange.isAccepted else { return exchange.withoutSuccess() }
            prepared = exchange
        }
        if timed.pause > .zero { try? await clock.sleep(until: clock.deadline(in: timed.pause)) }
        let request: PDURequest =
            switch timed.token {
            case .right: PDUWire.request(.executeWrite, entry.id)
            case .wrong: PDUWire.request(.executeWrite, CharacteristicID(aid: entry.id.aid, iid: entry.id.iid + 1))
            case .absent: PDUWire.request(.write, entry.id, items(of: entry))
            }
        let executed = await send(request, for: entry.id, within: limit)
        return prepared.map { executed.following($0) } ?? executed
    }

    private func send(_ request: PDURequest, for id: CharacteristicID, within limit: Duration) async -> Exchange {
        let exchange = await ask([request], within: limit)
        let entries = exchange.responses.compactMap { $0.map { entry(id, $0) } }
        return Exchange(
            exchange,
            answer: exchange.message.map { Answer($0, body: .none, entries: entries) },
            asked: [id],
            isWrite: true
        )
    }
}

extension Exchange {
    /// The same with other entries.
    fileprivate mutating func replaceEntries(_ entries: [CharacteristicEntry]) {
        answer = answer?.with(entries)
        answers = answer.map { [$0] } ?? []
    }

    /// A preparation writes nothing: a granted preparation says nothing about the characteristic.
    fileprivate func withoutSuccess() -> Exchange {
        var exchange = self
        exchange.replaceEntries(entries.filter { $0.status != .success })
        return exchange
    }
}

extension Answer {
    fileprivate func with(_ entries: [CharacteristicEntry]) -> Answer {
        Answer(
            message: message,
            status: status,
            isAccepted: isAccepted,
            isRefusal: isRefusal,
            entries: entries,
            database: database
        )
    }
}

extension PDUMessage {
    /// The value of the first response.
    fileprivate func value(isTLV8: Bool) -> MessageBody {
        MessageBody(responses.first?.items[.value] ?? [], isTLV8: isTLV8)
    }
}

extension PairingEndpoint {
    fileprivate var instance: PDUPairingInstance {
        switch self {
        case .setup: .pairSetup
        case .verify: .pairVerify
        case .pairings: .pairings
        }
    }
}

extension JSON {
    /// The database with values of characteristics.
    fileprivate func with(_ values: [CharacteristicID: JSON]) -> JSON {
        changingElements("accessories") { accessory in
            accessory.changingElements("services") { service in
                service.changingElements("characteristics") { characteristic in
                    guard let aid = accessory["aid"]?.uint64Value, let iid = characteristic["iid"]?.uint64Value,
                        let value = values[CharacteristicID(aid: aid, iid: iid)]
                    else { return characteristic }
                    return characteristic.with("value", value)
                }
            }
        }
    }

    /// The object with each element of a list changed.
    private func changingElements(_ key: String, _ change: (JSON) -> JSON) -> JSON {
        with(key, .array((self[key]?.arrayValue ?? []).map(change)))
    }
}
