import DNSWire
import HAPModel
import Links
import Measurement

extension ServiceFinder {
    /// A question with its answer.
    struct Asked {
        var message: DNSMessage?
        var question: DNSMessage
        var askedAt: Moment
        var at: Moment?
        /// Whether another querier asked the same question at the same time.
        var isDisturbed: Bool
    }

    static let services = DNSName("_services._dns-sd._udp.local")

    /// Finds the accessory's service, asks for one of its records, and waits for the first answer.
    ///
    /// If the asker shall know the record already, it is asked for first: half of its time to live is half of the accessory's own,
    /// which need not be the 4500 s that RFC 6762 10 recommends.
    ///
    /// - Returns: `nil` if the service was not found.
    /// - Throws: ``LinkError`` if the question cannot be sent, or the accessory does not say how long the record lives.
    func ask(
        _ question: DiscoveryQuestion,
        within limit: Duration,
        observe: @Sendable (Exchanged) -> Void
    ) async throws(LinkError) -> Asked? {
        let place = try await self.place()
        guard let service = await find(until: clock.deadline(in: Discovery.patience), observe: observe).service else {
            return nil
        }
        let group = place.group
        let port = question.isPrivate ? try await place.network.open() : try await place.network.join(group)
        do throws(LinkError) {
            var asked: Asked
            var attempt = 1
            var known: DNSRecord?
            if question.knowledge != .unknown {
                known = try await pointer(service, place, group, over: port, observe)
                guard known != nil else { throw LinkError(.timedOut, Self.noPointer) }
            }
            repeat {
                asked = try await ask(question, known, service, place, group, over: port, within: limit, observe)
                if question.knowledge != .fresh {
                    // The limit of the first attempt may be shorter than the second of silence.
                    guard asked.message == nil, attempt == 1, await isSilenceOver(since: asked.askedAt) else { break }
                    attempt += 1
                    continue
                }
                // An answer to another querier's question says nothing about a question that must stay unanswered.
                guard asked.isDisturbed, asked.message != nil else { break }
                guard attempt < Self.attempts else { throw LinkError(.congested, Self.disturbance) }
                // Several testers that started together ask at different times.
                let pause = Duration.milliseconds(200 + place.port * attempt * 7 % 1500)
                guard (try? await clock.sleep(until: clock.deadline(in: pause))) != nil else { break }
                attempt += 1
            } while true
            await port.close()
            return asked
        } catch {
            await port.close()
            throw error
        }
    }

    /// The accessory's pointer record as it tells it now. Afterwards its responder may be asked again.
    private func pointer(
        _ service: AdvertisedService,
        _ place: Place,
        _ group: DatagramAddress,
        over port: any DatagramPort,
        _ observe: @Sendable (Exchanged) -> Void
    ) async throws(LinkError) -> DNSRecord? {
        let first = DiscoveryQuestion(subject: .service)
        for _ in 1...2 {
            let asked = try await ask(first, nil, service, place, group, over: port, within: .seconds(2), observe)
            guard await isSilenceOver(since: asked.askedAt) else { return nil }
            let records = asked.message?.records ?? []
            if let own = records.first(where: { $0.name == service.type && $0.content == .ptr(service.name) }) {
                return own
            }
        }
        return nil
    }

    /// Waits until a responder may send its records again. It does not send a record that it sent within the last second
    /// (RFC 6762 6), so a question that follows another one at once may stay unanswered.
    ///
    /// - Returns: whether the tester may ask again.
    private func isSilenceOver(since asked: Moment) async -> Bool {
        (try? await clock.sleep(until: asked.advanced(by: .milliseconds(1100)))) != nil
    }

    private static let noPointer = "the accessory did not answer a question for its pointer record"

    /// How often a question that must stay unanswered is asked while others ask the same.
    private static let attempts = 20
    private static let disturbance =
        "other queriers asked the same question at the same time in each of \(attempts) attempts"
    /// The answer to a question may come so much later (RFC 6762 6).
    private static let answerDelay = Duration.milliseconds(250)

    private func ask(
        _ question: DiscoveryQuestion,
        _ known: DNSRecord?,
        _ service: AdvertisedService,
        _ place: Place,
        _ group: DatagramAddress,
        over port: any DatagramPort,
        within limit: Duration,
        _ observe: @Sendable (Exchanged) -> Void
    ) async throws(LinkError) -> Asked {
        let message = Self.message(question, id: questionID(), known, service, place)
        var isDisturbed = false
        if question.knowledge == .fresh {
            let quiet = clock.deadline(in: Self.answerDelay)
            while let datagram = await port.receive(until: quiet) {
                isDisturbed = Self.isForeign(datagram, message) || isDisturbed
            }
        }
        for bytes in (question.followsMalformed ? Self.malformed : []) + [message.encoded() ?? []] {
            let sentAt = try await port.send(bytes, to: group)
            observe(Exchanged(isSent: true, bytes: bytes, peer: group, at: sentAt))
        }
        let askedAt = clock.now
        let deadline = clock.deadline(in: limit)
        while let datagram = await port.receive(until: deadline) {
            let decoded = DNSMessage.decoding(datagram.bytes)
            isDisturbed = Self.isForeign(datagram, message) || isDisturbed
            guard let decoded, decoded.message.isResponse,
                Self.answers(decoded.message, message, service, place, from: datagram.source)
            else { continue }
            observe(Exchanged(datagram, decoded))
            return Asked(
                message: decoded.message,
                question: message,
                askedAt: askedAt,
                at: datagram.at,
                isDisturbed: isDisturbed
            )
        }
        return Asked(message: nil, question: message, askedAt: askedAt, at: nil, isDisturbed: isDisturbed)
    }

    /// Whether the datagram is the same question of another querier, which does not know the same answers.
    private static func isForeign(_ datagram: Datagram, _ message: DNSMessage) -> Bool {
        guard let other = DNSMessage.decoding(datagram.bytes)?.message, !other.isResponse else { return false }
        guard other.questions.contains(where: message.questions.contains) else { return false }
        return !message.answers.allSatisfy { known in
            other.answers.contains { $0.content == known.content && $0.ttl >= known.ttl }
        }
    }

    private static func message(
        _ question: DiscoveryQuestion,
        id: UInt16,
        _ known: DNSRecord?,
        _ service: AdvertisedService,
        _ place: Place
    ) -> DNSMessage {
        let asked: DNSQuestion =
            switch question.subject {
            case .service: DNSQuestion(service.type, .ptr)
            case .services: DNSQuestion(services, .ptr)
            case .instance: DNSQuestion(service.name, .any)
            case .host: DNSQuestion(service.target, place.host.isVersion6 ? .aaaa : .a)
            }
        let answers: [DNSRecord] =
            switch (question.knowledge, known) {
            case (.unknown, _), (_, nil): []
            case (.fresh, let known?): [DNSRecord(known.name, known.content, ttl: known.ttl)]
            // The accessory may round half of its time.
            case (.stale, let known?): [DNSRecord(known.name, known.content, ttl: known.ttl / 3)]
            }
        // Private ports are told apart by an id, another one for each (see SearchQuestions); the others have none (RFC 6762 18.1).
        let message = DNSMessage(id: question.isPrivate ? id : 0, questions: [asked], answers: answers)
        return message.asked(in: question.form)
    }

    /// Whether a response is about the accessory and answers the question.
    private static func answers(
        _ response: DNSMessage,
        _ question: DNSMessage,
        _ service: AdvertisedService,
        _ place: Place,
        from source: DatagramAddress
    ) -> Bool {
        guard let asked = question.questions.last else { return false }
        let instance = service.name
        return response.answers.contains { record in
            guard record.name == asked.name, record.ttl > 0 else { return false }
            switch record.content {
            case .ptr(let name):
                return name == instance || (name == service.type && place.isHome(of: source))
            default: return asked.type == .any || record.type == asked.type
            }
        }
    }

    /// Messages that no responder may stumble over: cut short, counts that are too high, and a name that points to itself.
    private static let malformed: [[UInt8]] = [
        [0, 0, 0],
        [0, 0, 0, 0, 0xff, 0xff, 0, 0, 0, 0, 0, 0, 4] + Array("_hap".utf8),
        [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0xc0, 12, 0, 12, 0, 1],
        [0, 0, 0x84, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 33, 0, 1, 0, 0, 0, 9, 0xff, 0xff],
    ]
}

extension ServiceFinder.Asked {
    /// The answer's fields for the judge; `nil` without an answer.
    var fields: JSONObject? {
        guard let message else { return nil }
        var fields: JSONObject = [
            "same-id": .bool(message.id == question.id),
            "same-question": .bool(message.questions == question.questions),
            "types": .array(message.answers.map { .string(Self.name($0.type)) }),
        ]
        for record in message.records where fields[Self.name(record.type)] == nil {
            fields[Self.name(record.type)] = ["ttl": JSON(Int64(record.ttl)), "flush": .bool(record.flushesCache)]
        }
        return fields
    }

    private static func name(_ type: DNSType) -> String {
        switch type {
        case .ptr: "ptr"
        case .srv: "srv"
        case .txt: "txt"
        case .a, .aaaa: "address"
        default: "other"
        }
    }
}
