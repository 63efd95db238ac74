import Links
import Measurement
import Testing

/// The contract of every link.
@Suite("Every link")
struct LinkContractTests {
    @Test("carries bytes both ways as they were sent", arguments: LinkWorld.allCases)
    func carriesBytes(world: LinkWorld) async throws {
        try await world.run { pair in
            let deadline = pair.clock.deadline(in: .seconds(60))
            let text = Array("GET /accessories HTTP/1.1\r\n\r\n".utf8)
            try await pair.near.send(text)
            #expect(await pair.far.collect(text.count, until: deadline) == text)
            try await pair.far.send([0, 255, 13, 10])
            #expect(await pair.near.collect(4, until: deadline) == [0, 255, 13, 10])
        }
    }

    @Test("keeps the order of many pieces", arguments: LinkWorld.allCases)
    func keepsOrder(world: LinkWorld) async throws {
        try await world.run { pair in
            var sent: [UInt8] = []
            for piece in 0..<500 {
                let bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: piece), count: piece * 7 % 1501)
                sent += bytes
                try await pair.near.send(bytes)
            }
            #expect(await pair.far.collect(sent.count, until: pair.clock.deadline(in: .seconds(60))) == sent)
        }
    }

    @Test("stamps the sending before the arrival", arguments: LinkWorld.allCases)
    func stamps(world: LinkWorld) async throws {
        try await world.run { pair in
            let before = pair.clock.now
            let sent = try await pair.near.send([1])
            let event = await pair.far.receive(until: pair.clock.deadline(in: .seconds(60)))
            guard case .bytes([1], let arrived) = event else {
                Issue.record("got \(event)")
                return
            }
            #expect(before <= sent)
            #expect(sent <= arrived)
            #expect(arrived <= pair.clock.now)
            if world == .delayed { #expect(sent.duration(to: arrived) == .milliseconds(3)) }
        }
    }

    @Test("times out at each deadline, and then still receives", arguments: LinkWorld.allCases)
    func timesOut(world: LinkWorld) async throws {
        try await world.run { pair in
            // Equal deadlines, then a later and an earlier one than the one before.
            for milliseconds in [20, 20, 20, 60, 10] {
                let deadline = pair.clock.deadline(in: .milliseconds(milliseconds))
                let event = await pair.near.receive(until: deadline)
                guard case .timedOut(let at) = event else {
                    Issue.record("expected a timeout after \(milliseconds) ms, got \(event)")
                    return
                }
                #expect(at >= deadline)
                #expect(pair.clock.now >= at)
                if world.isVirtual { #expect(at == deadline) }
            }
            try await pair.far.send([7])
            #expect(await pair.near.collect(1, until: pair.clock.deadline(in: .seconds(60))) == [7])
        }
    }

    @Test("answers at once when the deadline has passed", arguments: LinkWorld.allCases)
    func pastDeadline(world: LinkWorld) async throws {
        try await world.run { pair in
            let event = await pair.near.receive(until: Moment(nanoseconds: 0))
            guard case .timedOut = event else {
                Issue.record("got \(event)")
                return
            }
        }
    }

    @Test("delivers what was sent before an orderly close", arguments: LinkWorld.allCases)
    func orderlyClose(world: LinkWorld) async throws {
        try await world.run { pair in
            let deadline = pair.clock.deadline(in: .seconds(60))
            let bytes = [UInt8](repeating: 9, count: 300_000)
            // Bytes that the closing side never reads must not turn its close into a reset.
            try await pair.far.send([1, 2, 3])
            try await pair.near.send(bytes)
            async let closed: Void = pair.near.close()
            #expect(await pair.far.collect(bytes.count, until: deadline) == bytes)
            #expect(await pair.far.closure(until: deadline) == .byPeer)
            #expect(await pair.far.closure(until: deadline) == .byPeer)
            await closed
        }
    }

    @Test("tells a reset from an orderly close", arguments: LinkWorld.allCases)
    func abruptClose(world: LinkWorld) async throws {
        try await world.run { pair in
            await pair.near.close(abruptly: true)
            #expect(await pair.far.closure(until: pair.clock.deadline(in: .seconds(60))) == .reset)
        }
    }

    @Test("wakes the waiting reader when the other side closes", arguments: LinkWorld.allCases)
    func wakesOnClose(world: LinkWorld) async throws {
        try await world.run { pair in
            async let waiting = pair.far.closure(until: pair.clock.deadline(in: .seconds(60)))
            await pair.near.close()
            #expect(await waiting == .byPeer)
        }
    }

    @Test("accepts nothing after its own close", arguments: LinkWorld.allCases)
    func localClose(world: LinkWorld) async throws {
        try await world.run { pair in
            try await pair.far.send([1])
            await pair.near.close()
            #expect(await pair.near.closure(until: pair.clock.deadline(in: .seconds(60))) == .local)
            await #expect(throws: LinkError.self) { try await pair.near.send([1]) }
            await pair.near.close()
        }
    }

    @Test("refuses to send when the other side is gone", arguments: LinkWorld.allCases)
    func sendAfterPeerClosed(world: LinkWorld) async throws {
        try await world.run { pair in
            await pair.far.close()
            #expect(await pair.near.closure(until: pair.clock.deadline(in: .seconds(60))) == .byPeer)
            let error = await #expect(throws: LinkError.self) { try await pair.near.send([1]) }
            #expect(error?.code == .closed)
        }
    }

    @Test("does not keep unread bytes without limit", arguments: LinkWorld.allCases)
    func congestion(world: LinkWorld) async throws {
        let limits = LinkLimits(inbound: 1 << 16, outbound: 1 << 20, linger: .milliseconds(50))
        try await world.run(limits: limits) { pair in
            let piece = [UInt8](repeating: 1, count: 1 << 16)
            let error = await #expect(throws: LinkError.self) {
                for _ in 0..<4096 { try await pair.near.send(piece) }
            }
            #expect(error?.code == .congested)
            // An orderly close cannot wait forever either.
            await pair.near.close()
        }
    }

    @Test("loses nothing when the reader is slow", arguments: LinkWorld.allCases)
    func backpressure(world: LinkWorld) async throws {
        let limits = LinkLimits(inbound: 1 << 14, outbound: 16 << 20)
        try await world.run(limits: limits) { pair in
            let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
            try await pair.near.send(bytes)
            #expect(await pair.far.collect(bytes.count, until: pair.clock.deadline(in: .seconds(60))) == bytes)
        }
    }

    @Test("stops waiting when the task is cancelled", arguments: LinkWorld.allCases)
    func cancellation(world: LinkWorld) async throws {
        try await world.run { pair in
            let event = await withTaskGroup(of: LinkEvent.self) { group in
                group.addTask { await pair.near.receive(until: pair.clock.deadline(in: .seconds(3600))) }
                group.cancelAll()
                return await group.next()
            }
            guard case .timedOut = event else {
                Issue.record("got \(String(describing: event))")
                return
            }
        }
    }

    @Test("sends and receives in one call", arguments: LinkWorld.allCases)
    func sendThenReceive(world: LinkWorld) async throws {
        try await world.run { pair in
            let deadline = pair.clock.deadline(in: .seconds(60))
            async let echo: Void = {
                for _ in 0..<50 {
                    guard case .bytes(let bytes, _) = await pair.far.receive(until: deadline) else { return }
                    try await pair.far.send(bytes)
                }
            }()
            for number in UInt8(0)..<50 {
                let (sentAt, event) = try await pair.near.send([number], thenReceiveUntil: deadline)
                guard case .bytes([number], let arrived) = event else {
                    Issue.record("got \(event)")
                    return
                }
                #expect(sentAt <= arrived)
            }
            try await echo
            let soon = pair.clock.deadline(in: .milliseconds(20))
            guard case .timedOut(let at) = try await pair.near.send([1], thenReceiveUntil: soon).event else {
                Issue.record("something came")
                return
            }
            #expect(at >= soon)
            let cancelled = try await withThrowingTaskGroup(of: LinkEvent.self) { group in
                group.addTask {
                    try await pair.near.send([1], thenReceiveUntil: pair.clock.deadline(in: .seconds(3600))).event
                }
                group.cancelAll()
                return try await group.next()
            }
            if case .timedOut = cancelled {} else { Issue.record("got \(String(describing: cancelled))") }
            await pair.near.close()
            let error = await #expect(throws: LinkError.self) {
                _ = try await pair.near.send([1], thenReceiveUntil: deadline)
            }
            #expect(error?.code == .closed)
        }
    }

    @Test("opens many links to one listener, in order", arguments: LinkWorld.allCases)
    func manyLinks(world: LinkWorld) async throws {
        try await world.run { pair in
            let deadline = pair.clock.deadline(in: .seconds(60))
            var opened = pair.listener.links.makeAsyncIterator()
            for number in UInt8(0)..<20 {
                let near = try await pair.dialer.dial(until: deadline)
                let far = await opened.next()
                try await near.send([number])
                #expect(await far?.collect(1, until: deadline) == [number])
                await near.close(abruptly: true)
            }
        }
    }

    @Test("closes when the last reference is released", arguments: LinkWorld.allCases)
    func forgotten(world: LinkWorld) async throws {
        try await world.run { pair in
            let deadline = pair.clock.deadline(in: .seconds(60))
            var opened = pair.listener.links.makeAsyncIterator()
            try await pair.dialer.dial(until: deadline).send([1])
            let far = await opened.next()
            #expect(await far?.closure(until: deadline) == .byPeer)
        }
    }

    @Test("keeps its open links when the listener closes", arguments: LinkWorld.allCases)
    func closedListener(world: LinkWorld) async throws {
        try await world.run { pair in
            let deadline = pair.clock.deadline(in: .seconds(60))
            await pair.listener.close()
            var opened = pair.listener.links.makeAsyncIterator()
            #expect(await opened.next() == nil)
            let error = await #expect(throws: LinkError.self) { try await pair.dialer.dial(until: deadline) }
            #expect(error?.code == .refused)
            try await pair.near.send([5])
            #expect(await pair.far.collect(1, until: deadline) == [5])
        }
    }
}
