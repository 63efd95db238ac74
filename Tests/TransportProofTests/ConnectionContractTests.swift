import HAPAccessory
import HAPController
import HAPModel
import HAPSession
import Links
import Measurement
import Testing

/// What every binding's connection does, whatever its messages look like.
@Suite("A connection, over every binding")
struct ConnectionContractTests {
    private static let on = CharacteristicID(aid: 1, iid: 51)
    private static let brightness = CharacteristicID(aid: 1, iid: 52)
    private static let limit = Duration.seconds(10)

    @Test("opens once, closes, and opens again; closed, it does nothing", arguments: ContractWorld.allCases)
    func opening(world: ContractWorld) throws {
        try world.run { scene in
            let connection = scene.connection
            #expect(!connection.isOpen)
            let early = await connection.perform(.identify, within: Self.limit)
            #expect(early.outcome == .notDone)
            #expect(early.failure == .notOpen)
            try await connection.open(within: Self.limit)
            #expect(connection.isOpen)
            let error = await #expect(throws: ControllerError.self) { try await connection.open(within: Self.limit) }
            #expect(error?.code == .alreadyOpen)
            await connection.close()
            #expect(!connection.isOpen)
            #expect(await connection.perform(.identify, within: Self.limit).failure == .notOpen)
            try await connection.open(within: Self.limit)
            #expect(connection.isOpen)
            #expect(!connection.isSecured)
            let kinds = scene.recorder.events.map(\.kind)
            #expect(kinds.filter { [.opened, .closed].contains($0) } == [.opened, .closed, .opened])
        }
    }

    @Test("is refused where nothing listens", arguments: ContractWorld.allCases)
    func refusal(world: ContractWorld) throws {
        try world.run(script: nil) { connection, recorder, _ in
            let error = await #expect(throws: ControllerError.self) { try await connection.open(within: Self.limit) }
            #expect(error?.code == .refused)
            #expect(!connection.isOpen)
            #expect(recorder.events.isEmpty)
        }
    }

    @Test("waits for an answer as long as it may, and stays open", arguments: ContractWorld.allCases)
    func silence(world: ContractWorld) throws {
        try world.run(script: { await $0.staySilent() }) { connection, recorder, clock in
            try await connection.open(within: Self.limit)
            let start = clock.now
            let exchange = await connection.perform(.identify, within: .seconds(4))
            #expect(exchange.outcome == .silent)
            #expect(exchange.failure == .timedOut)
            #expect(start.duration(to: clock.now) == .seconds(4))
            #expect(connection.isOpen)
            let end = try #require(recorder.cited(exchange.evidence).last)
            #expect(end.kind == .failure)
            #expect(end.ending?.request == exchange.evidence.first)
        }
    }

    @Test("tells how the accessory ended it", arguments: ContractWorld.allCases, [false, true])
    func closing(world: ContractWorld, abruptly: Bool) throws {
        try world.run(script: { await $0.end(abruptly: abruptly) }) { connection, recorder, _ in
            try await connection.open(within: Self.limit)
            let exchange = await world.ask(on: connection, within: Self.limit)
            #expect(exchange.outcome == .closed)
            #expect(exchange.failure == (abruptly ? .reset : .closed))
            #expect(exchange.closed?.closure == (abruptly ? .reset : .byPeer))
            #expect(!connection.isOpen)
            #expect(recorder.cited(exchange.evidence).last?.kind == .closed)
            // What is not sent any more is not recorded as sent.
            let recorded = recorder.events.count
            let later = await connection.perform(.identify, within: Self.limit)
            #expect(later.outcome == .closed)
            #expect(recorder.events.dropFirst(recorded).map(\.kind).filter { $0 != .closed } == [])
        }
    }

    @Test("calls bytes that are not a message of its transport malformed", arguments: ContractWorld.allCases)
    func garbage(world: ContractWorld) throws {
        try world.run(script: { await $0.answerWithGarbage() }) { connection, _, _ in
            try await connection.open(within: Self.limit)
            #expect(await world.ask(on: connection, within: Self.limit).outcome == .malformed)
        }
    }

    @Test("reads, writes and cites what went over the wire", arguments: ContractWorld.allCases)
    func exchanges(world: ContractWorld) throws {
        try world.run { scene in
            try await scene.verify()
            let connection = scene.connection
            let write = await connection.perform(
                .write([WriteEntry(id: Self.on, value: true), WriteEntry(id: Self.brightness, value: 40)]),
                within: Self.limit
            )
            #expect(write.hasWritten)
            #expect(write.isWrite)
            #expect(write.asked == [Self.on, Self.brightness])
            let read = await connection.perform(.read([Self.brightness, Self.on], ReadOptions()), within: Self.limit)
            #expect(read.outcome == .answered)
            #expect(read.entries.map(\.id) == [Self.brightness, Self.on])
            #expect(read[Self.brightness]?.value?.int64Value == 40)
            #expect(read[Self.on]?.value?.truth == true)
            let events = scene.recorder.cited(read.evidence)
            #expect(events.first?.kind == .request)
            #expect(events.first?.direction == .out)
            let answer = try #require(events.last)
            #expect(answer.kind == .response)
            #expect(answer.ending?.request == read.evidence.first)
            #expect(answer.ending?.timing == read.timing)
            #expect(events.allSatisfy { $0.connection == "a" && $0.transport == connection.transport })
            #expect(events.allSatisfy { $0.session == 1 })
            let first = try #require(read.timing.firstByte)
            #expect(try read.timing.sent <= first && first <= #require(read.timing.answered))
        }
    }

    @Test("says what the accessory refuses, and of what", arguments: ContractWorld.allCases)
    func refusals(world: ContractWorld) throws {
        try world.run { scene in
            try await scene.connection.open(within: Self.limit)
            let early = await scene.connection.perform(.read([Self.on], ReadOptions()), within: Self.limit)
            guard case .refused(let status) = early.outcome else {
                Issue.record("a read without a session: \(early.outcome)")
                return
            }
            #expect(status != .success)
            #expect(!early.isAccepted)
            await scene.connection.close()
            try await scene.verify()
            let unknown = CharacteristicID(aid: 1, iid: 9999)
            let entries = [Self.on, unknown].map { WriteEntry(id: $0, value: true) }
            let exchange = await scene.connection.perform(.write(entries), within: Self.limit)
            #expect(exchange.isAccepted, "each entry has a status of its own")
            #expect(!exchange.hasWritten)
            #expect(exchange[Self.on]?.status == .success)
            let code = try #require(exchange[unknown]?.status)
            #expect(code == .resourceDoesNotExist || code == .invalidInstanceID)
        }
    }

    @Test("reports events in their order, with their moments and their evidence", arguments: ContractWorld.allCases)
    func events(world: ContractWorld) throws {
        try world.run { scene in
            try await scene.verify()
            let (connection, clock) = (scene.connection, scene.clock)
            #expect(await connection.perform(.subscribe([Self.brightness], true), within: Self.limit).hasWritten)
            let start = clock.now
            for value in [10, 20, 30] {
                try scene.server.set(Self.brightness, JSON(value))
                try await clock.sleep(for: .seconds(2))
            }
            let events = await connection.events(from: start, until: clock.now.advanced(by: .seconds(2)))
            #expect(events.flatMap { $0.entries.map(\.id) } == [Self.brightness, Self.brightness, Self.brightness])
            #expect(events.flatMap(\.entries).map { $0.value?.int64Value } == [10, 20, 30])
            #expect(events.map(\.at) == events.map(\.at).sorted())
            #expect(events.allSatisfy { $0.at >= start })
            #expect(
                scene.recorder.cited(events.map(\.evidence)).allSatisfy { $0.kind == .event && $0.direction == .in }
            )
            #expect(await connection.events(until: clock.now).isEmpty, "each event is given once")
            #expect(await connection.perform(.subscribe([Self.brightness], false), within: Self.limit).hasWritten)
            try scene.server.set(Self.brightness, 50)
            #expect(await connection.events(until: clock.now.advanced(by: .seconds(3))).isEmpty)
        }
    }

    /// A timed write, and whether the accessory carries it out.
    struct Timed: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var timed: TimedWrite
        var isDone: Bool
        /// How long it takes.
        var took = Duration.zero
    }

    private static let timedWrites = [
        Timed(testDescription: "at once", timed: TimedWrite(), isDone: true),
        Timed(
            testDescription: "after a pause within its time",
            timed: TimedWrite(timeToLive: .seconds(2), pause: .seconds(1)),
            isDone: true,
            took: .seconds(1)
        ),
        Timed(
            testDescription: "after its time",
            timed: TimedWrite(timeToLive: .seconds(2), pause: .seconds(3)),
            isDone: false,
            took: .seconds(3)
        ),
        Timed(testDescription: "without a preparation", timed: TimedWrite(isPrepared: false), isDone: false),
        Timed(testDescription: "with another token", timed: TimedWrite(token: .wrong), isDone: false),
        Timed(testDescription: "never executed", timed: TimedWrite(isExecuted: false), isDone: false),
    ]

    @Test("carries a timed write out in its time", arguments: ContractWorld.allCases, timedWrites)
    func timedWrite(world: ContractWorld, timed: Timed) throws {
        try world.run { scene in
            try await scene.verify()
            let start = scene.clock.now
            let exchange = await scene.connection.perform(
                .timedWrite([WriteEntry(id: Self.brightness, value: 33)], timed.timed),
                within: Self.limit
            )
            #expect(start.duration(to: scene.clock.now) == timed.took)
            #expect(exchange.hasWritten == timed.isDone)
            let read = await scene.connection.perform(.read([Self.brightness], ReadOptions()), within: Self.limit)
            #expect((read.entries.first?.value?.int64Value == 33) == timed.isDone)
        }
    }

    @Test("lets the operations of several tasks follow each other", arguments: ContractWorld.allCases)
    func tasks(world: ContractWorld) throws {
        try world.run { scene in
            try await scene.verify()
            let answers = await withTaskGroup(of: Exchange.self) { group in
                for id in [Self.on, Self.brightness, Self.on, Self.brightness] {
                    group.addTask { await scene.connection.perform(.read([id], ReadOptions()), within: Self.limit) }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.count == 4)
            #expect(answers.allSatisfy { $0.entries.map(\.id) == $0.asked })
        }
    }
}

extension JSON {
    /// A bool, also as the numbers 0 and 1.
    fileprivate var truth: Bool? { boolValue ?? int64Value.map { $0 == 1 } }
}
