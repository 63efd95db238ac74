import HAPController
package import HAPModel
import HAPSession
import Measurement
import Observations
package import SuiteLanguage

/// A session with an accessory that a person or a script drives. If the accessory closes it, it is started again, with its
/// subscriptions.
package actor ManualSession {
    private let state: AccessoryKeeper
    private let patience: Duration
    private let clock: MonotonicClock
    /// The characteristics of the accessory, with their stable names.
    package nonisolated let characteristics: [FoundCharacteristic]
    private var subscribed: Set<CharacteristicID> = []
    /// The connection on which they are subscribed.
    private var listener: ObjectIdentifier?
    /// When the accessory was last heard in the session.
    private var heard: Moment
    /// After this silence a request shows whether the session still exists: over Thread, and after a loss of power, nothing else does.
    private static let trust = Duration.seconds(10)
    private static let shortPatience = Duration.seconds(3)

    init(_ state: AccessoryKeeper, characteristics: [FoundCharacteristic]) {
        self.state = state
        self.characteristics = characteristics
        patience = state.run.settings.answerWithin
        clock = state.run.clock
        heard = clock.now
    }

    // MARK: Names

    /// The characteristics with this id (`1.51`) or stable name (`lightbulb.brightness`); `*` stands for any text.
    ///
    /// - Throws: ``ManualError`` if there is none, with the nearest names.
    package nonisolated func named(_ text: String) throws(ManualError) -> [FoundCharacteristic] {
        if let id = CharacteristicID(text), let found = characteristics.first(where: { $0.id == id }) { return [found] }
        let matches = characteristics.filter { Selection.fits($0.label, text.lowercased()) }
        guard matches.isEmpty else { return matches }
        let hint = characteristics.question(near: text.lowercased()) ?? "`get` without a name prints all"
        throw ManualError("this accessory has no characteristic `\(text.prefix(200))`; \(hint)", .unknownName)
    }

    // MARK: Operations

    /// Reads characteristics.
    ///
    /// - Throws: ``ManualError`` if the accessory does not respond.
    package func read(_ found: [FoundCharacteristic]) async throws(ManualError) -> [ManualResult] {
        let exchange = try await perform(.read(found.map(\.id), ReadOptions()))
        return found.map { one in
            let entry = exchange[one.id]
            let isMissing = exchange.isAccepted && entry == nil
            return ManualResult(
                characteristic: one,
                value: entry?.value,
                status: Self.status(entry, of: exchange),
                complaint: isMissing ? "the response has no entry for it" : nil
            )
        }
    }

    /// Writes values, by a timed write if a characteristic requires one. They stay after the session.
    ///
    /// - Throws: ``ManualError`` if the accessory does not respond, or if a characteristic has two values.
    package func write(_ values: [(FoundCharacteristic, JSON)]) async throws(ManualError) -> [ManualResult] {
        let isContradicted = { (one: (FoundCharacteristic, JSON)) in
            values.contains { $0.0.id == one.0.id && $0.1 != one.1 }
        }
        if let (one, _) = values.first(where: isContradicted) {
            // In one request nothing says which of them stays.
            throw ManualError(
                "\(one.id) \(one.label) has more than one value; write them one after the other",
                .unknownName
            )
        }
        let entries = values.map { WriteEntry(id: $0.0.id, value: $0.1) }
        let isTimed = values.contains { $0.0.characteristic.has(.timedWrite) }
        let exchange = try await perform(isTimed ? .timedWrite(entries, TimedWrite()) : .write(entries))
        return values.map { one, value in
            ManualResult(characteristic: one, value: value, status: Self.status(exchange[one.id], of: exchange))
        }
    }

    /// Enables or disables events.
    ///
    /// - Throws: ``ManualError`` if the accessory does not respond.
    package func subscribe(
        _ found: [FoundCharacteristic],
        _ isOn: Bool = true
    ) async throws(ManualError) -> [ManualResult] {
        let exchange = try await perform(.subscribe(found.map(\.id), isOn))
        let results = found.map { ManualResult(characteristic: $0, status: Self.status(exchange[$0.id], of: exchange)) }
        for result in results where result.isDone {
            if isOn { subscribed.insert(result.characteristic.id) } else { subscribed.remove(result.characteristic.id) }
        }
        return results
    }

    /// The events that arrive within a time, in order. After a silence the accessory is asked whether the session still exists.
    ///
    /// - Throws: ``ManualError`` if no session can be started, or if the accessory no longer responds.
    package func events(within time: Duration) async throws(ManualError) -> [ManualResult] {
        if heard.duration(to: clock.now) >= Self.trust { await look() }
        let wire = try await connection()
        let notices = await wire.events(from: nil, until: clock.deadline(in: time))
        if !notices.isEmpty { heard = clock.now }
        return notices.flatMap(\.entries).compactMap { entry in
            characteristics.first { $0.id == entry.id }.map {
                ManualResult(characteristic: $0, value: entry.value, status: entry.status ?? .success)
            }
        }
    }

    /// Runs the identify routine: a write of Identify, which every accessory object has.
    ///
    /// - Throws: ``ManualError`` if the accessory does not respond, or has no Identify.
    package func identify() async throws(ManualError) -> ManualResult {
        guard let identify = characteristics.first(where: { $0.characteristic.type == .identify }) else {
            throw ManualError("this accessory has no Identify characteristic")
        }
        return try await write([(identify, true)])[0]
    }

    // MARK: The session

    private func perform(_ operation: Operation) async throws(ManualError) -> Exchange {
        // The request may cross the end of its connection, so it is sent a second time.
        for _ in 0..<2 {
            let wire = try await connection()
            let exchange = await wire.perform(operation, within: patience)
            if exchange.answer != nil {
                heard = clock.now
                return exchange
            }
            guard exchange.outcome == .closed else {
                let summary = ExchangeObservation(exchange, kind: .exchange, within: patience).summary
                throw ManualError("\(wire.destination): \(summary)")
            }
        }
        throw ManualError("the accessory closes the connection instead of responding")
    }

    /// Asks whether the session still exists. If not, the next operation starts another one.
    private func look() async {
        heard = clock.now
        guard let one = characteristics.first(where: { $0.characteristic.has(.pairedRead) }),
            let main = await state.verifiedMain()
        else { return }
        let read = Operation.read([one.id], ReadOptions())
        if await main.wire.perform(read, within: min(patience, Self.shortPatience)).answer == nil {
            await state.closeMain()
        }
    }

    private func connection() async throws(ManualError) -> any Connection {
        guard let main = await state.verifiedMain() else {
            throw ManualError(
                "the accessory does not start a session: it is unreachable, or does not know this controller"
            )
        }
        let wire = main.wire
        if listener != ObjectIdentifier(wire) {
            listener = ObjectIdentifier(wire)
            if !subscribed.isEmpty {
                _ = await wire.perform(.subscribe(subscribed.sorted(), true), within: patience)
            }
        }
        return wire
    }

    /// What became of a characteristic: by its own entry, or by the response as a whole.
    private static func status(_ entry: CharacteristicEntry?, of exchange: Exchange) -> HAPStatus? {
        if let status = entry?.status { return status }
        switch exchange.outcome {
        case .refused(let status): return status
        default: return .success
        }
    }
}

/// What a person's operation on one characteristic came to.
package struct ManualResult: Sendable {
    package var characteristic: FoundCharacteristic
    /// The value that was read, written or reported.
    package var value: JSON?
    /// What the accessory says about it; `nil` if it rejects the request without a status.
    package var status: HAPStatus?
    /// What is wrong with the response.
    package var complaint: String?

    /// Whether the accessory did it.
    package var isDone: Bool { status == .success && complaint == nil }
}

/// An operation of a person could not be carried out.
package struct ManualError: Error, CustomStringConvertible {
    /// The kinds of error.
    package enum Code: Sendable {
        /// The person named a characteristic that the accessory does not have, or one twice.
        case unknownName
        /// The accessory did not do what the operation needs.
        case refused
    }

    package let code: Code
    package let description: String

    init(_ description: String, _ code: Code = .refused) {
        self.code = code
        self.description = description
    }
}
