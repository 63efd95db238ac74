import HAPModel
import HAPSession
import HTTPWire
import Measurement
import Synchronization

extension IPConnection {
    package func perform(_ operation: Operation, within limit: Duration) async -> Exchange {
        switch operation {
        case .pairing(let endpoint, let message): Exchange(await ask(.pairing(endpoint, message), within: limit))
        case .database: Exchange(await ask(.get("/accessories"), within: limit))
        case .identify: Exchange(await ask(.identify(), within: limit))
        case .read(let ids, let options): Exchange(await ask(.read(ids, options), within: limit), asked: ids)
        case .write(let entries): await write(entries, within: limit)
        case .timedWrite(let entries, let timed): await timedWrite(entries, timed, within: limit)
        case .subscribe(let ids, let isOn):
            await write(ids.map { WriteEntry(id: $0, events: isOn) }, within: limit)
        }
    }

    private func write(_ entries: [WriteEntry], pid: UInt64? = nil, within limit: Duration) async -> Exchange {
        let exchange = await ask(.write(entries, pid: pid), within: limit)
        var result = Exchange(exchange, asked: entries.map(\.id), isWrite: true)
        result.onlySubscribes = entries.allSatisfy(\.onlySubscribes)
        return result
    }

    /// Prepares a write and executes it; if the accessory rejects the preparation, that is the result.
    private func timedWrite(_ entries: [WriteEntry], _ timed: TimedWrite, within limit: Duration) async -> Exchange {
        let number = state.withLock { $0.pid(of: timed) }
        if timed.isPrepared {
            let milliseconds = UInt64(clamping: timed.timeToLive.wholeNanoseconds / 1_000_000)
            let prepared = await ask(.prepare(ttl: milliseconds, pid: number), within: limit)
            let exchange = Exchange(prepared)
            guard timed.isExecuted, prepared.response?.status == 200, exchange.answer?.status == .success else {
                return exchange.refusing(entries.map(\.id))
            }
        }
        if timed.pause > .zero { try? await clock.sleep(until: clock.deadline(in: timed.pause)) }
        let pid: UInt64? =
            switch timed.token {
            case .right: number
            case .wrong: number &+ 1
            case .absent: nil
            }
        return await write(entries, pid: pid, within: limit)
    }
}

extension HTTPRequest {
    /// Sends a message of a pairing procedure.
    fileprivate static func pairing(_ endpoint: PairingEndpoint, _ message: [UInt8]) -> HTTPRequest {
        switch endpoint {
        case .setup: .pairSetup(message)
        case .verify: .pairVerify(message)
        case .pairings: .pairings(message)
        }
    }
}
