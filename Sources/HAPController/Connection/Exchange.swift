package import HAPModel
package import HAPSession
package import Links
package import Measurement

/// The result of one operation, or of sending raw bytes.
package struct Exchange: Sendable {
    /// How an exchange ended.
    package enum Outcome: Sendable, Hashable {
        /// The accessory responded, and did not reject the request as a whole.
        case answered
        /// The accessory rejected the request as a whole; the status is `nil` if the response has none.
        case refused(HAPStatus?)
        /// The connection ended without a response.
        case closed
        /// No complete response arrived in time.
        case silent
        /// The received bytes are not a message.
        case malformed
        /// The exchange did not take place: the connection was not open, or could not be used.
        case notDone
    }

    /// How and when a connection ended.
    package struct Closing: Sendable, Equatable {
        package var closure: LinkClosure
        package var at: Moment
        /// Whether it was a session in which each request had its answer.
        package var isIdle: Bool
        /// When the last request was sent, if it was answered with success and nothing was sent on the connection since.
        package var servedAt: Moment?
        /// The same of a request that was refused.
        package var refusedAt: Moment?
        /// When the last request was sent, if it was answered and nothing was sent on the connection since.
        package var answeredAt: Moment? { servedAt ?? refusedAt }

        package init(
            closure: LinkClosure,
            at: Moment,
            isIdle: Bool = false,
            servedAt: Moment? = nil,
            refusedAt: Moment? = nil
        ) {
            self.closure = closure
            self.at = at
            self.isIdle = isIdle
            self.servedAt = servedAt
            self.refusedAt = refusedAt
        }

        /// Whether the accessory ended the connection, and neither the tester nor a failure of the network.
        package var isByAccessory: Bool { closure == .byPeer || closure == .reset }
    }

    /// The moments of an exchange, on the monotonic clock.
    package struct Timing: Sendable, Hashable {
        /// Just before the bytes were passed to the transport.
        package var sent: Moment
        /// When the first byte arrived after that.
        package var firstByte: Moment?
        /// When the last byte of the answer arrived.
        package var answered: Moment?

        package init(sent: Moment, firstByte: Moment? = nil, answered: Moment? = nil) {
            self.sent = sent
            self.firstByte = firstByte
            self.answered = answered
        }
    }

    /// The response; never present together with ``failure``.
    package var answer: Answer?
    /// The response and later ones, in order.
    package var answers: [Answer]
    /// Why the response is missing.
    package var failure: ExchangeFailure?
    /// Whether the accessory sent a provisional response (HTTP: 100 Continue).
    package var hasInterim: Bool
    /// Bytes of an incomplete response.
    package var partial: [UInt8]
    package var timing: Timing
    /// The end of the connection, if the accessory ended it.
    package var closed: Closing?
    /// The characteristics that the request names, in its order.
    package var asked: [CharacteristicID]
    /// Whether the request writes.
    package var isWrite: Bool
    /// Whether it writes no value, but only subscribes or unsubscribes.
    package var onlySubscribes = false
    /// The observer's numbers for its events.
    package var evidence: [UInt64]

    package init(
        answer: Answer? = nil,
        answers: [Answer]? = nil,
        failure: ExchangeFailure? = nil,
        hasInterim: Bool = false,
        partial: [UInt8] = [],
        timing: Timing,
        closed: Closing? = nil,
        asked: [CharacteristicID] = [],
        isWrite: Bool = false,
        evidence: [UInt64] = []
    ) {
        self.answer = answer
        self.answers = answers ?? answer.map { [$0] } ?? []
        self.failure = failure
        self.hasInterim = hasInterim
        self.partial = partial
        self.timing = timing
        self.closed = closed
        self.asked = asked
        self.isWrite = isWrite
        self.evidence = evidence
    }

    /// How it ended.
    package var outcome: Outcome {
        if let answer { return answer.isRefusal ? .refused(answer.status) : .answered }
        return switch failure {
        case .closed, .reset: .closed
        case .malformed, .frame, .flood: .malformed
        case .notOpen, .abandoned, .busy, .link, .congested: .notDone
        case .timedOut, nil: .silent
        }
    }

    /// Whether the accessory accepted the request as a whole.
    package var isAccepted: Bool { answer?.isAccepted ?? false }

    /// The characteristics in the response.
    package var entries: [CharacteristicEntry] { answer?.entries ?? [] }

    /// The first entry for a characteristic.
    package subscript(id: CharacteristicID) -> CharacteristicEntry? { entries.first { $0.id == id } }

    /// Whether a write succeeded completely: the request was accepted, and no entry has an error.
    package var hasWritten: Bool {
        guard isAccepted, !entries.isEmpty else { return false }
        return entries.allSatisfy { ($0.status ?? .success) == .success }
    }

    /// The same, with an entry for each characteristic if the accessory rejected the request as a whole with a status.
    func refusing(_ ids: [CharacteristicID]) -> Exchange {
        guard let status = answer?.status, status != .success else { return self }
        var exchange = self
        exchange.answer?.entries = ids.map { CharacteristicEntry($0, status: status) }
        exchange.answers = exchange.answer.map { [$0] } ?? []
        return exchange
    }
}
