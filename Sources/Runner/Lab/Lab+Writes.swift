import HAPController
import HAPModel
import HAPSession
import Latency
import Links
import Measurement
import Observations
import RunRecord
import SuiteLanguage

extension Lab {
    // MARK: Writes of the present value

    /// Writes the value that a characteristic has. The value is recorded before, in case that the accessory stores another.
    func rewritten(_ operation: MeasuredOperation) async throws(Impossible) -> [MeasuredSeries] {
        let target: FoundCharacteristic
        switch operation {
        case .timedWrite: target = try need(targets.timedWrite, to: .timedWrite)
        case .writeResponse: target = try need(targets.writeResponse, to: .writeResponse)
        default: target = try need(targets.write, to: .write)
        }
        try spend(target, operation)
        let value = try await value(of: target)
        let isAsking = operation == .writeResponse
        let entry = WriteEntry(id: target.id, value: value, response: isAsking ? true : nil)
        let request: Operation = operation == .timedWrite ? .timedWrite([entry], TimedWrite()) : .write([entry])
        let debt = try owe(value, target)
        do throws(Impossible) {
            let results = try await shared(operation, request, target)
            await restore(target, to: value, debt: debt)
            return results
        } catch {
            await restore(target, to: value, debt: debt)
            throw error
        }
    }

    func identified() async throws(Impossible) -> [MeasuredSeries] {
        guard let identify = targets.identify else {
            throw Impossible(reason: "the accessory has no Identify characteristic")
        }
        return try await shared(.identify, .write([WriteEntry(id: identify.id, value: true)]), identify)
    }

    // MARK: Events

    /// How long the accessory is left alone between two changes: it may hold back an event that follows another within
    /// a second (HAP-EVENT).
    private static let rest = Duration.milliseconds(1100)

    /// Changes a value again and again, and waits for the event of each change at another session.
    func events(_ operation: MeasuredOperation) async throws(Impossible) -> [MeasuredSeries] {
        let target =
            operation == .change
            ? try need(targets.ownChange, to: .ownChange) : try need(targets.event, to: .change)
        let stimulus = run.environment.stimulus
        if operation == .change, stimulus?.kinds.contains("change") != true {
            throw Impossible(
                reason: "nothing can change a value at the accessory itself; a profile's `stimulate` hook can"
            )
        }
        if operation == .event { try spend(target, operation) }
        let old = try await value(of: target)
        guard let other = LabTargets.value(besides: old, of: target) else {
            throw Impossible(reason: "\(target.label) has no other value to change to")
        }
        let sessions = try await sessions(2)
        let (writer, listener) = (sessions[0], sessions[1])
        let subscribed = await listener.perform(.subscribe([target.id], true), within: patience)
        guard subscribed.isAccepted else {
            for session in sessions { await session.close(abruptly: false) }
            let summary = Self.summary(subscribed, within: patience)
            throw Impossible(reason: "the subscription to \(target.label) failed: \(summary)")
        }
        // A value that cannot be written is put back by what changed it; a real sensor measures again.
        let debt = target.characteristic.has(.pairedWrite) ? try owe(old, target) : nil
        let change = ValueChange(old, other)
        let attempt: @Sendable () async -> LoadAttempt = {
            try? await clock.sleep(until: clock.deadline(in: Self.rest))
            guard !run.stop.isMade else { return .stopped }
            let value = change.next()
            let begun = clock.now
            var sent = begun
            // What changes the value at the accessory itself does not go over the relay.
            var trip: Duration?
            if operation == .change, let stimulus {
                do {
                    try await stimulus.change(target.id, to: value)
                } catch {
                    return .failed("the value could not be changed at the accessory: \(error)")
                }
                sent = clock.now
            } else {
                let write = await writer.perform(
                    .write([WriteEntry(id: target.id, value: value)]),
                    within: patience
                )
                guard write.hasWritten else {
                    return run.stop.isMade ? .stopped : .failed(Self.summary(write, within: patience))
                }
                (sent, trip) = (write.timing.sent, relay)
            }
            guard let end = await event(of: target.id, on: listener, from: operation == .change ? begun : sent) else {
                if run.stop.isMade { return .stopped }
                let part = LoadAttempt.Part(
                    operation.rawValue,
                    sent: sent,
                    answered: sent.advanced(by: patience),
                    origin: .socket,
                    relay: trip
                )
                return .unanswered([part], "no event of \(target.label) arrived within \(Summary.seconds(patience))")
            }
            // A command needs time before it changes anything, and may go on afterwards.
            if operation == .change, end < sent { sent = begun }
            let origin = request.measuring.origin(from: sent, to: end)
            return .done([
                LoadAttempt.Part(operation.rawValue, sent: sent, answered: end, origin: origin, relay: trip)
            ])
        }
        let results = await carryOut(
            operation,
            target: target.label,
            network: { await writer.roundTrip(within: patience) },
            [attempt]
        )
        _ = await listener.perform(.subscribe([target.id], false), within: patience)
        for session in sessions { await session.close(abruptly: false) }
        if let debt {
            await restore(target, to: old, debt: debt)
        } else {
            await changeBack(target, to: old)
        }
        return results
    }

    /// Puts back a value that no write can change.
    private func changeBack(_ target: FoundCharacteristic, to old: JSON) async {
        do {
            try await run.environment.stimulus?.change(target.id, to: old)
        } catch {
            let message = "the value of \(target.label) could not be changed back at the accessory: \(error)"
            run.journal.record(.trouble, ["message": .string(message)])
        }
    }

    /// When the event of a characteristic arrived; `nil` if it did not in time.
    private func event(of id: CharacteristicID, on wire: any Connection, from start: Moment) async -> Moment? {
        let deadline = start.advanced(by: patience)
        // The link stamps events when they arrive, so the pauses between looks do not change their times.
        var pause = Duration.milliseconds(5)
        while !run.stop.isMade {
            let notices = await wire.events(from: nil, until: min(deadline, clock.deadline(in: pause)))
            let entries = notices.filter { notice in notice.entries.contains { $0.id == id } }
            if let notice = entries.first(where: { $0.at >= start }) { return notice.at }
            guard wire.isOpen, clock.now < deadline else { return nil }
            pause = min(pause * 2, .milliseconds(100))
        }
        return nil
    }

    // MARK: Values

    /// Counts the writes of a measurement, because the profile may limit them.
    private func spend(_ target: FoundCharacteristic, _ operation: MeasuredOperation) throws(Impossible) {
        let times = request.plan.count(of: operation) + request.plan.warmUp(of: operation)
        if let reason = run.writes.spend([target.id], times: times) { throw Impossible(reason: reason) }
    }

    /// The value that a characteristic has now.
    private func value(of target: FoundCharacteristic) async throws(Impossible) -> JSON {
        guard let wire = await keeper.verifiedMain()?.wire else {
            throw Impossible(reason: "the accessory starts no session")
        }
        let read = await wire.perform(.read([target.id], ReadOptions()), within: patience)
        guard let value = read[target.id]?.value, !value.isNull else {
            throw Impossible(
                reason: "\(target.label) cannot be read, so it is not written: \(Self.summary(read, within: patience))"
            )
        }
        return value
    }

    private func owe(_ value: JSON, _ target: FoundCharacteristic) throws(Impossible) -> String {
        let debt = "value-\(target.id)"
        guard run.owe(value: value, of: target.id, debt: debt) else {
            throw Impossible(reason: "the old value of \(target.label) could not be recorded, so it is not written")
        }
        return debt
    }

    private func restore(_ target: FoundCharacteristic, to value: JSON, debt: String) async {
        let isTimed = target.characteristic.has(.timedWrite)
        await keeper.restore(target.id, to: value, isTimed: isTimed, debt: debt, after: instance)
    }
}
