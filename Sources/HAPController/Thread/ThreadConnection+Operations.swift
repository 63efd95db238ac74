import CoAP
import HAPModel
import HAPSession
import Measurement

extension ThreadConnection {
    package func perform(_ operation: Operation, within limit: Duration) async -> Exchange {
        switch operation {
        case .pairing(let endpoint, let message): await pair(endpoint, message, within: limit)
        case .database: await database(within: limit)
        case .identify: await open(.identify, [], within: limit)
        case .read(let ids, _): await read(ids, within: limit)
        case .write(let entries): await write(entries, within: limit)
        case .timedWrite(let entries, let timed): await timedWrite(entries, timed, within: limit)
        case .subscribe(let ids, let isOn):
            await write(ids.map { WriteEntry(id: $0, events: isOn) }, within: limit)
        }
    }

    // MARK: Pairing and identify

    private func pair(_ endpoint: PairingEndpoint, _ message: [UInt8], within limit: Duration) async -> Exchange {
        switch endpoint {
        case .setup: return await open(.pairSetup, message, within: limit)
        case .verify: return await open(.pairVerify, message, within: limit)
        case .pairings: return await pairings(message, within: limit)
        }
    }

    private func open(_ resource: ThreadRequest.Resource, _ body: [UInt8], within limit: Duration) async -> Exchange {
        let exchange = await ask(.open(resource, body), within: limit)
        return Exchange(exchange, answer: exchange.message.map { Answer($0, body: $0.body) })
    }

    /// Writes a message to Pairings, which the database names.
    private func pairings(_ message: [UInt8], within limit: Duration) async -> Exchange {
        var earlier: Exchange?
        if knowledge.pairings == nil {
            let exchange = await declared(within: limit).exchange
            guard exchange.failure == nil else { return exchange }
            earlier = exchange
        }
        guard let instance = knowledge.pairings.flatMap(UInt16.init(exactly:)) else {
            var exchange = earlier ?? Exchange(timing: Exchange.Timing(sent: clock.now))
            (exchange.answer, exchange.answers) = (nil, [])
            exchange.failure = .link("the accessory's database has no Pairings characteristic")
            return exchange
        }
        let items = [TLV8.Item(.value, message), TLV8.Item(.returnResponse, [1])]
        let request = PDURequest(.write, transaction: 0, instance: instance, body: TLV8(items: items).encoded())
        var asked = await ask(.pdus([request]), within: limit)
        if let written = asked.message, written.status == .success, let first = written.responses.first,
            first.items[.value] == nil
        {
            // An accessory that does not know Return-Response keeps the answer for a read (HAP-COAP-043). One that ended the session
            // with this pairing has none any more.
            let request = PDURequest(.read, transaction: 0, instance: instance, body: [])
            let read = await ask(.pdus([request]), within: limit)
            if read.message?.status == .success {
                let before = Exchange(asked, answer: nil)
                earlier = earlier.map { before.following($0) } ?? before
                asked = read
            }
        }
        let answer = asked.message.map { message in
            Answer(message, body: MessageBody(message.responses.first?.items[.value] ?? [], isTLV8: true))
        }
        let exchange = Exchange(asked, answer: answer)
        return earlier.map { exchange.following($0) } ?? exchange
    }

    // MARK: The database

    /// Reads what the accessory declares, without values.
    ///
    /// - Returns: `database` is `nil` if the accessory refused or did not answer.
    private func declared(within limit: Duration) async -> (exchange: Exchange, database: JSON?) {
        let request = PDURequest(.database, transaction: 0, instance: 0, body: [])
        let asked = await ask(.pdus([request]), within: limit)
        guard let message = asked.message, message.status == .success, let body = message.responses.first?.body else {
            return (Exchange(asked, answer: asked.message.map { Answer($0, body: .none) }), nil)
        }
        let (json, pairings) = PairingService.removed(from: PDUDatabase.reading(body).database)
        knowledge.learn(AttributeDatabase(json), pairings: pairings)
        let answer = Answer(message, body: MessageBody(body, isTLV8: true), database: json)
        return (Exchange(asked, answer: answer), json)
    }

    /// Reads what the accessory declares, and then the values of each service.
    private func database(within limit: Duration) async -> Exchange {
        let (declared, json) = await declared(within: limit)
        guard let json, let answer = declared.answer else { return declared }
        var values: [CharacteristicID: JSON] = [:]
        var exchange = declared
        for ids in AttributeDatabase(json).readableByService {
            let part = await read(ids, within: limit)
            guard part.answer != nil else { return part.following(exchange) }
            exchange.evidence += part.evidence
            for entry in part.entries {
                guard let id = entry.id, entry.status == .success || entry.value != nil else { continue }
                // An empty body stands for the null of IP (HAP-COAP-039).
                values[id] = entry.value ?? .null
            }
        }
        let whole = Answer(
            message: answer.message,
            status: answer.status,
            isAccepted: true,
            isRefusal: false,
            database: json.with(values)
        )
        (exchange.answer, exchange.answers) = (whole, [whole])
        return exchange
    }

    // MARK: Characteristics

    private func read(_ ids: [CharacteristicID], within limit: Duration) async -> Exchange {
        await ask(ids, requests: ids.map { [PDUAddress.request(.read, $0)] }, within: limit)
    }

    private func write(_ entries: [WriteEntry], within limit: Duration) async -> Exchange {
        let requests = entries.map { entry in
            var requests: [PDURequest?] = []
            if let isOn = entry.events {
                requests.append(PDUAddress.request(isOn ? .subscribe : .unsubscribe, entry.id))
            }
            if !entry.onlySubscribes {
                requests.append(PDUAddress.request(.write, entry.id, items: items(of: entry)))
            }
            return requests
        }
        var exchange = await ask(entries.map(\.id), requests: requests, isWrite: true, within: limit)
        exchange.onlySubscribes = entries.allSatisfy(\.onlySubscribes)
        return exchange
    }

    /// Sends the PDUs for each characteristic in one message.
    private func ask(
        _ ids: [CharacteristicID],
        requests: [[PDURequest?]],
        isWrite: Bool = false,
        within limit: Duration
    ) async -> Exchange {
        let pdus = requests.flatMap(\.self).compactMap(\.self)
        guard !pdus.isEmpty, pdus.count == requests.reduce(0, { $0 + $1.count }) else {
            let text =
                pdus.isEmpty ? "no characteristic is named" : "an instance ID does not fit into the 16 bits of PDUs"
            return Exchange(
                failure: .link(text),
                timing: Exchange.Timing(sent: clock.now),
                asked: ids,
                isWrite: isWrite
            )
        }
        var exchange = await ask(.pdus(pdus), within: limit)
        var responses = exchange.responses[...]
        var entries: [CharacteristicEntry] = []
        for (id, parts) in zip(ids, requests) {
            let own = responses.prefix(parts.count).compactMap(\.self)
            responses = responses.dropFirst(parts.count)
            guard let decisive = own.first(where: { $0.status != .success }) ?? own.last else { continue }
            if let flaw = decisive.items[.value].flatMap({ knowledge.deviation($0, of: id) }) {
                exchange.message?.valueDeviations.append("\(id): \(flaw.rawValue)")
            }
            entries.append(entry(id, decisive))
        }
        let answer = exchange.message.map { Answer($0, body: .none, entries: entries) }
        let result = Exchange(exchange, answer: answer, asked: ids, isWrite: isWrite)
        // A code that refuses the message concerns each characteristic.
        return exchange.message?.code.isSuccess == false ? result.refusing(ids) : result
    }

    /// The items of a request that writes.
    private func items(of entry: WriteEntry) -> [TLV8.Item] {
        var items: [TLV8.Item] = []
        if let value = entry.value { items.append(TLV8.Item(.value, knowledge.bytes(of: value, for: entry.id))) }
        if let text = entry.authorization {
            items.append(TLV8.Item(.authorization, Base64.decode(text) ?? Array(text.utf8)))
        }
        if entry.isRemote == true { items.append(TLV8.Item(.origin, [1])) }
        if entry.response == true { items.append(TLV8.Item(.returnResponse, [1])) }
        return items
    }

    /// What a response says about a characteristic.
    private func entry(_ id: CharacteristicID, _ response: PDUResponse) -> CharacteristicEntry {
        let value = response.items[.value].map { knowledge.value($0, of: id) }
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
        guard var exchange = last else { return await ask([], requests: [], isWrite: true, within: limit) }
        (exchange.asked, exchange.isWrite) = (entries.map(\.id), true)
        exchange.replaceEntries(results)
        return exchange
    }

    private func timedWrite(_ entry: WriteEntry, _ timed: TimedWrite, within limit: Duration) async -> Exchange {
        var prepared: Exchange?
        if timed.isPrepared {
            let units = (timed.timeToLive.wholeNanoseconds + 99_999_999) / 100_000_000
            let ttl = TLV8.Item(.timeToLive, [UInt8(clamping: units)])
            let request = PDUAddress.request(.timedWrite, entry.id, items: [ttl] + items(of: entry))
            let exchange = await send(request, for: entry.id, within: limit)
            guard timed.isExecuted, exchange.isAccepted else { return exchange.withoutSuccess() }
            prepared = exchange
        }
        if timed.pause > .zero { try? await clock.sleep(until: clock.deadline(in: timed.pause)) }
        let request: PDURequest? =
            switch timed.token {
            case .right: PDUAddress.request(.executeWrite, entry.id)
            case .wrong: PDUAddress.request(.executeWrite, CharacteristicID(aid: entry.id.aid, iid: entry.id.iid + 1))
            case .absent: PDUAddress.request(.write, entry.id, items: items(of: entry))
            }
        let executed = await send(request, for: entry.id, within: limit)
        return prepared.map { executed.following($0) } ?? executed
    }

    private func send(_ request: PDURequest?, for id: CharacteristicID, within limit: Duration) async -> Exchange {
        await ask([id], requests: [[request]], isWrite: true, within: limit)
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

extension ThreadMessage {
    /// The items of a pairing message.
    fileprivate var body: MessageBody { MessageBody(plain, isTLV8: true) }
}

extension AttributeDatabase {
    /// The characteristics that can be read, service by service.
    fileprivate var readableByService: [[CharacteristicID]] {
        var services: [[CharacteristicID]] = []
        var last: ServiceKey?
        for place in places where place.characteristic.has(.pairedRead) {
            let key = ServiceKey(aid: place.id.aid, service: place.service.iid)
            if key == last, !services.isEmpty {
                services[services.count - 1].append(place.id)
            } else {
                services.append([place.id])
            }
            last = key
        }
        return services
    }

    private struct ServiceKey: Hashable {
        var aid: UInt64
        var service: UInt64?
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
