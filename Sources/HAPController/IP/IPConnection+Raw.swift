import Links
import Measurement
import Synchronization

/// How long to listen after raw bytes are sent.
package enum RawListening: Sendable, Hashable {
    /// Until the accessory closes the connection, or the limit expires.
    case close
    /// Until a response, a close, or the limit.
    case response
    /// Until the given number of responses, a close, or the limit.
    case responses(Int)
    /// Not at all.
    case nothing

    /// The number of expected responses; `nil` is unlimited.
    var wanted: Int? {
        switch self {
        case .close: nil
        case .response, .nothing: 1
        case .responses(let count): count
        }
    }
}

/// How raw bytes are split.
package struct RawPieces: Sendable, Hashable {
    /// The sizes of the pieces; the last one repeats.
    package var sizes: [Int]
    /// The pause between two pieces.
    package var pause: Duration

    package init(sizes: [Int], pause: Duration) {
        self.sizes = sizes
        self.pause = pause
    }

    /// The pieces of these bytes, in order.
    package func cut(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var pieces: [ArraySlice<UInt8>] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let size = sizes.isEmpty ? rest.count : max(1, sizes[min(pieces.count, sizes.count - 1)])
            pieces.append(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        return pieces
    }
}

extension IPConnection {
    package func listen(within limit: Duration) async -> Exchange {
        Exchange(await sendRaw([], within: limit, until: limit > .zero ? .close : .nothing))
    }

    /// Sends bytes unchanged, and listens for responses.
    ///
    /// The first response is the result, further ones are strays. Without bytes it only listens.
    package func sendRaw(
        _ bytes: [UInt8],
        within limit: Duration,
        until listening: RawListening = .close,
        pieces: RawPieces? = nil
    ) async -> HTTPExchange {
        await alone(within: limit) { link, deadline, exchange in
            if !bytes.isEmpty { await send(bytes, pieces, on: link, &exchange, until: deadline) }
            if listening != .nothing, exchange.failure == nil {
                await listen(on: link, &exchange, until: deadline, wanted: listening.wanted)
            }
            // Responses that are still missing do not belong to later requests.
            state.withLock { $0.conversation.owed = 0 }
        }
    }

    private func send(
        _ bytes: [UInt8],
        _ pieces: RawPieces?,
        on link: any Link,
        _ exchange: inout HTTPExchange,
        until deadline: Moment
    ) async {
        let parts = pieces?.cut(bytes) ?? [bytes[...]]
        for (index, part) in parts.enumerated() {
            if index > 0, let pause = pieces?.pause, pause > .zero {
                guard (try? await clock.sleep(until: min(deadline, clock.deadline(in: pause)))) != nil else { return }
            }
            do throws(LinkError) {
                let moment = try await link.send(Array(part))
                if index == 0 { exchange.timing.sent = moment }
                state.withLock { $0.conversation.sentRaw(Array(part), at: moment) }
            } catch {
                if error.code == .congested { exchange.failure = .congested }
                return
            }
        }
        state.withLock { $0.conversation.noteSent(bytes) }
    }
}
