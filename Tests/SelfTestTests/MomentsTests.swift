import AssayKit
import Checkout
import Foundation
import HAPModel
import Judge
import Measurement
import RunRecord
import Runner
import SelfTest
import SuiteLanguage
import Testing

/// What the journal of a run says of each exchange, in real time over sockets.
@Suite("Moments of exchanges")
struct MomentsTests {
    /// The wire events of a run with operations, requests in frames, pipelined requests, and bytes of any content.
    private func wire() async throws -> [JournalEvent] {
        let (library, simulators) = (try Checkout.library, try Checkout.simulators)
        let run = SimulatedRun(
            library: library,
            catalogue: simulators.catalogue,
            definition: try #require(simulators.accessory("lightbulb")),
            entrance: LoopbackIP(),
            selection: Selection(
                patterns: [
                    "write.round-trip", "request.pipelined*", "request.one-byte-segments", "request.expect-continue",
                    "http.no-http", "session.frames-open", "session.small-frames", "session.plain-request",
                    "session.replayed-frame",
                ]
            )
        )
        let (result, events) = try await run.carryOutInRealTime()
        #expect(result.verdicts.count { $0.outcome == .passed } > 10)
        return events.filter { $0.kind == .wire }
    }

    @Test("Every response names the request or the bytes that it answers, and has three moments in their order")
    func responses() async throws {
        let wire = try await wire()
        let byNumber = Dictionary(uniqueKeysWithValues: wire.map { ($0.sequence, $0) })
        var carriers: Set<String> = []
        for event in wire where event.body["kind"] == "response" {
            let request = try #require(event.body["answers"]?.uint64Value.flatMap { byNumber[$0] }, "\(event.line)")
            let kind = try #require(request.body["kind"]?.stringValue)
            #expect(["request", "bytes"].contains(kind) && request.body["direction"] == "out", "\(event.line)")
            #expect(request.body["connection"] == event.body["connection"], "\(event.line)")
            #expect(request.sequence < event.sequence)
            carriers.insert(kind)
            let sent = try #require(event.body["sent-ns"]?.int64Value, "\(event.line)")
            let first = try #require(event.body["first-byte-ns"]?.int64Value, "\(event.line)")
            let answered = try #require(event.body["answered-ns"]?.int64Value, "\(event.line)")
            #expect(sent <= first && first <= answered, "\(event.line)")
            #expect(sent == request.at.nanoseconds && answered == event.at.nanoseconds, "\(event.line)")
        }
        #expect(carriers == ["request", "bytes"])
        let opened = wire.filter { $0.body["kind"] == "opened" }
        #expect(!opened.isEmpty)
        #expect(opened.allSatisfy { ($0.body["decoded"]?["connect-ns"]?.int64Value ?? 0) > 0 })
    }
}
