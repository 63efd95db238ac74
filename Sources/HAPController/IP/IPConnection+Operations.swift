package import HAPModel
package import HAPSession
import HTTPWire
import Measurement

/// What a request about characteristics brought.
package struct CharacteristicsResult: Sendable {
    package var exchange: Exchange
    /// The entries of the answer; for a 204 one for each characteristic that was written.
    package var entries: [CharacteristicEntry]

    /// The first entry for a characteristic.
    package subscript(id: CharacteristicID) -> CharacteristicEntry? {
        entries.first { $0.id == id }
    }
}

/// What a timed write brought.
package struct TimedWriteResult: Sendable {
    package var prepare: Exchange
    /// The write itself; `nil` if the prepare was not granted.
    package var execute: CharacteristicsResult?
}

/// The operations of a session.
extension IPConnection {
    /// Reads characteristics.
    package func read(
        _ ids: [CharacteristicID],
        _ options: ReadOptions = ReadOptions(),
        within limit: Duration
    ) async -> CharacteristicsResult {
        let exchange = await exchange(.read(ids, options), within: limit)
        return CharacteristicsResult(exchange: exchange, entries: exchange.entries())
    }

    /// Writes values and event states.
    package func write(
        _ entries: [WriteEntry],
        pid: UInt64? = nil,
        within limit: Duration
    ) async -> CharacteristicsResult {
        let exchange = await exchange(.write(entries, pid: pid), within: limit)
        return CharacteristicsResult(exchange: exchange, entries: exchange.entries(written: entries.map(\.id)))
    }

    /// Prepares a write and carries it out.
    ///
    /// - Parameters:
    ///   - timeToLive: for how long the accessory is to wait for the write; whole milliseconds.
    ///   - limit: how long each of the two requests may take.
    package func timedWrite(
        _ entries: [WriteEntry],
        timeToLive: Duration = .seconds(10),
        pid: UInt64,
        within limit: Duration
    ) async -> TimedWriteResult {
        let ttl = UInt64(clamping: timeToLive.wholeNanoseconds / 1_000_000)
        let prepare = await exchange(.prepare(ttl: ttl, pid: pid), within: limit)
        guard prepare.response?.status == 200, prepare.body.status == .success else {
            return TimedWriteResult(prepare: prepare)
        }
        return TimedWriteResult(prepare: prepare, execute: await write(entries, pid: pid, within: limit))
    }

    /// Enables or disables events.
    package func subscribe(
        _ ids: [CharacteristicID],
        _ isOn: Bool = true,
        within limit: Duration
    ) async -> CharacteristicsResult {
        await write(ids.map { WriteEntry(id: $0, events: isOn) }, within: limit)
    }

    /// Asks an accessory that is not paired to show itself.
    package func identify(within limit: Duration) async -> Exchange {
        await exchange(.identify(), within: limit)
    }
}
