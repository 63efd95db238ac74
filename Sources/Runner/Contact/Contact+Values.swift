import HAPController
import HAPModel
import HAPSession
import Measurement
import Observations

extension Contact {
    /// Gives a characteristic its old value back.
    ///
    /// A read decides whether the value is back, not the response to the write.
    ///
    /// - Parameters:
    ///   - isTimed: whether the characteristic requires timed writes; `nil` if that is not known.
    ///   - isPending: whether the accessory has accepted another value, which it may show later.
    ///   - mayBeLate: whether the accessory may show a value that it accepted only later.
    ///   - session: a session of an administrator; another one each time if the accessory closes them.
    func restore(
        _ id: CharacteristicID,
        to old: JSON,
        isTimed: Bool? = nil,
        isPending: Bool = false,
        mayBeLate: Bool = false,
        in session: () async -> (any Connection)?
    ) async -> Restoration {
        if !isPending, await shows(old, of: id, in: session) == true { return .done }
        let entry = WriteEntry(id: id, value: old)
        let (plain, timed) = (Operation.write([entry]), Operation.timedWrite([entry], TimedWrite()))
        let ways: [Operation] =
            switch isTimed {
            case true?: [timed, timed]
            case false?: [plain, plain]
            case nil: [plain, timed]
            }
        var (answer, accepted) = ("", false)
        let clock = environment.clock
        let (start, end) = (clock.now, clock.deadline(in: Self.motionWithin))
        for way in ways {
            guard let (write, freeAt) = await ask(way, for: id, whenFreeUntil: end, in: session) else {
                return .failed("no session could be started")
            }
            // A characteristic that cannot be read now is only known by the response.
            if await shows(old, of: id, in: session) ?? write.hasWritten {
                // The way back takes as long as the way there, and no other value is taken meanwhile.
                if let freeAt {
                    let motion = start.duration(to: freeAt)
                    try? await clock.sleep(until: clock.deadline(in: motion))
                }
                return .done
            }
            answer = ExchangeObservation(write, kind: .entries, within: patience).summary
            accepted = accepted || write.hasWritten
        }
        if accepted, mayBeLate, await showsLate(old, of: id, in: session) { return .done }
        return .failed(answer, accepted: accepted)
    }

    /// How long an accessory may say that it is busy: a motor takes no other value until it stands still.
    private static let motionWithin = Duration.seconds(6)

    /// Writes, and writes again while the accessory is busy with the last value (status -70403).
    ///
    /// - Returns: the last exchange, and when the accessory took the value if it was busy before; `nil` without a session.
    private func ask(
        _ write: Operation,
        for id: CharacteristicID,
        whenFreeUntil end: Moment,
        in session: () async -> (any Connection)?
    ) async -> (exchange: Exchange, freeAt: Moment?)? {
        let clock = environment.clock
        var wasBusy = false
        while let exchange = await ask(write, in: session) {
            guard exchange[id]?.status == .resourceBusy, clock.now < end, !stop.isMade,
                (try? await clock.sleep(until: clock.deadline(in: .milliseconds(500)))) != nil
            else { return (exchange, wasBusy ? clock.now : nil) }
            wasBusy = true
        }
        return nil
    }

    /// Whether the characteristic gets the value in the next seconds: some accessories respond before they have applied a write.
    private func showsLate(
        _ value: JSON,
        of id: CharacteristicID,
        in session: () async -> (any Connection)?
    ) async -> Bool {
        let clock = environment.clock
        let end = clock.deadline(in: .seconds(2))
        while clock.now < end, (try? await clock.sleep(until: clock.deadline(in: .milliseconds(100)))) != nil {
            guard let isBack = await shows(value, of: id, in: session) else { return false }
            if isBack { return true }
        }
        return false
    }

    /// Whether the characteristic has the value; `nil` if it cannot be read.
    func shows(
        _ value: JSON,
        of id: CharacteristicID,
        in session: () async -> (any Connection)?
    ) async -> Bool? {
        let read = await ask(.read([id], ReadOptions()), in: session)
        return read?[id]?.value.map { Self.areSame($0, value) }
    }

    /// Sends a request, and a second time on another connection if the answer is missing: it may have crossed the end of its
    /// connection, or be hidden by bytes that are not a message.
    ///
    /// - Returns: the last exchange; `nil` without a session for it.
    func ask(_ operation: Operation, in session: () async -> (any Connection)?) async -> Exchange? {
        guard let wire = await session() else { return nil }
        let first = await wire.perform(operation, within: patience)
        guard first.answer == nil else { return first }
        stop.note(first)
        if first.outcome != .notDone { await wire.close(abruptly: false) }
        return await session()?.perform(operation, within: patience) ?? first
    }

    /// Whether two values mean the same: a bool may be 0 or 1, and a float is stored with six digits or more.
    static func areSame(_ one: JSON, _ other: JSON) -> Bool {
        guard let one = one.amount, let other = other.amount else { return one == other }
        return abs(one - other) <= 1e-5 * max(1, abs(one))
    }
}
