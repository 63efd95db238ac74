import HAPController
import HAPModel
import HAPSession
import HTTPWire
import Measurement
import Testing

@Suite("Events")
struct EventTests {
    private static let on = CharacteristicID(aid: 1, iid: 9)

    private static func event(_ value: Int) -> HTTPResponse {
        .event(
            headers: [HTTPHeader("Content-Type", ContentType.json)],
            body: Array(#"{"characteristics":[{"aid":1,"iid":9,"value":\#(value)}]}"#.utf8)
        )
    }

    /// Responds to requests, with an event before and an event directly after each response.
    private static let chatty: @Sendable (inout ScriptedPeer) async -> Void = { peer in
        var value = 0
        while await peer.request() != nil {
            await peer.raw(
                peer.packed(event(value).encoded()) + peer.packed(HTTPResponse(204).encoded())
                    + peer.packed(event(value + 1).encoded())
            )
            value += 2
        }
    }

    /// Sends an event every 100 ms, and does not respond.
    private static let ticking: @Sendable (inout ScriptedPeer) async -> Void = { peer in
        for value in 1...30 {
            await peer.pause(.milliseconds(100))
            await peer.send(event(value))
        }
    }

    @Test("between answers are kept, in order", arguments: World.allCases)
    func interleaved(world: World) async throws {
        try await world.run(secured: true, script: Self.chatty) { scene in
            for _ in 0..<3 {
                let result = await scene.connection.perform(.subscribe([Self.on], true), within: .seconds(60))
                #expect(result.isAccepted)
                #expect(result[Self.on]?.status == .success)
            }
            // The last event arrived together with the last response.
            let events = await scene.connection.events(until: scene.clock.now)
            #expect(events.map { $0.entries.first?.value?.int64Value } == [0, 1, 2, 3, 4, 5])
            #expect(scene.recorder.cited(events.map(\.evidence)) == [String](repeating: "in event", count: 6))
            #expect(await scene.connection.events(until: scene.clock.now).isEmpty)
        }
    }

    @Test("have their arrival time, although they were read later")
    func moments() async throws {
        try await World.bench.run(secured: true, script: Self.ticking) { scene in
            let start = scene.clock.now
            let events = await scene.connection.events(from: start, until: scene.clock.deadline(in: .milliseconds(450)))
            #expect(events.count == 4)
            for (number, event) in events.enumerated() {
                #expect(start.duration(to: event.at) == .milliseconds(100 * (number + 1)))
            }
        }
    }

    @Test("are received while other operations run on the same connection")
    func meanwhile() async throws {
        try await World.bench.run(secured: true, script: Self.chatty) { scene in
            let end = scene.clock.deadline(in: .milliseconds(200))
            async let heard = scene.connection.events(from: nil, until: end)
            for _ in 0..<3 { _ = await scene.connection.perform(.subscribe([Self.on], true), within: .seconds(60)) }
            #expect(await heard.count == 6)
        }
    }

    @Test("before a moment are left for other callers")
    func later() async throws {
        try await World.bench.run(secured: true, script: Self.ticking) { scene in
            try await scene.clock.sleep(for: .milliseconds(250))
            let start = scene.clock.now
            let events = await scene.connection.events(from: start, until: scene.clock.deadline(in: .milliseconds(200)))
            #expect(events.map { $0.entries.first?.value } == [3, 4])
            let rest = await scene.connection.events(until: scene.clock.now)
            #expect(rest.map { $0.entries.first?.value } == [1, 2])
        }
    }
}
