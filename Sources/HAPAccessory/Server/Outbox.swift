import Links
import Measurement

/// The bytes that wait to be sent on one connection, in order; link defects act here.
struct Outbox: Sendable {
    enum Item: Sendable {
        case bytes([UInt8], [LinkChange])
        case close(abruptly: Bool)
        case crash
    }

    let link: any Link
    let clock: MonotonicClock

    /// Sends until the stream ends, then closes the link.
    ///
    /// - Returns: whether the accessory has crashed.
    func drain(_ items: AsyncStream<Item>) async -> Bool {
        var isHung = false
        var isCrash = false
        var abruptly = false
        loop: for await item in items {
            switch item {
            case .bytes(let bytes, let changes):
                guard !isHung else { continue }
                switch await send(bytes, changes) {
                case .sent: continue
                case .hung: isHung = true
                case .closed(let isAbrupt):
                    abruptly = isAbrupt
                    break loop
                case .crashed:
                    isCrash = true
                    abruptly = true
                    break loop
                }
            case .close(let isAbrupt):
                abruptly = isAbrupt
                break loop
            case .crash:
                isCrash = true
                abruptly = true
                break loop
            }
        }
        await link.close(abruptly: abruptly)
        return isCrash
    }

    private enum Result {
        case sent, hung, crashed
        case closed(abruptly: Bool)
    }

    private func send(_ bytes: [UInt8], _ changes: [LinkChange]) async -> Result {
        var pieces = [(bytes: bytes, pause: Duration.zero)]
        for change in changes {
            switch change {
            case .delay(let duration): await pause(duration)
            case .hang: return .hung
            case .close: return .closed(abruptly: false)
            case .reset: return .closed(abruptly: true)
            case .crash: return .crashed
            case .drip(let count, let every):
                pieces = stride(from: 0, to: bytes.count, by: max(1, count)).map { start in
                    (Array(bytes[start..<min(start + count, bytes.count)]), every)
                }
            case .split(let count, let pause):
                pieces = [(Array(bytes.prefix(count)), pause), (Array(bytes.dropFirst(count)), .zero)]
            }
        }
        for (piece, pause) in pieces where !piece.isEmpty {
            do throws(LinkError) {
                try await link.send(piece)
            } catch {
                return .closed(abruptly: true)
            }
            if pause > .zero { await self.pause(pause) }
        }
        return .sent
    }

    /// Waits; the wait ends at once when the server ends.
    private func pause(_ duration: Duration) async {
        try? await clock.sleep(for: duration)
    }
}
