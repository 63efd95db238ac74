import HAPModel
import RunRecord
import Testing

@testable import Reporting

@Suite struct TraceLineTests {
    @Test("each event's lines match their snapshot")
    func snapshot() throws {
        var run = EditedRun.everyOutcome()
        run.add(
            .wire,
            ["kind": "http", "direction": "in", "start": "HTTP/1.1 200 OK", "body": ["characteristics": []]]
        )
        run.add(.wire, ["kind": "closed", "connection": "a", "summary": "closed by the accessory"])
        run.add(.trouble, ["message": "no port\u{1b}[2J"])
        run.add(.probe, "x", ["summary": "answered", "answered": true])
        let lines = run.events.flatMap(TraceLine().lines).map(\.string)
        try expectFixture(lines.joined(separator: "\n") + "\n", "trace.txt")
    }

    @Test("a body is bounded and on one line")
    func bounded() {
        var run = EditedRun()
        run.add(.wire, ["start": "HTTP/1.1 200 OK", "text": .string(String(repeating: "a\n", count: 10_000))])
        let lines = TraceLine().lines(run.events[0]).map(\.string)
        #expect(lines.count == 2)
        #expect(lines.allSatisfy { $0.utf8.count < 500 && !$0.contains("\n") })
    }
}
