import HAPModel
import Measurement
import RunRecord
import Synchronization
import Testing

@Suite("The journal")
struct JournalTests {
    private func event(_ body: JSON, step: String? = nil, at nanoseconds: Int64 = 5) -> JournalEvent {
        JournalEvent(
            sequence: 7,
            at: Moment(nanoseconds: nanoseconds),
            kind: .observation,
            instance: "a.b[over=ip]",
            step: step,
            body: body
        )
    }

    @Test("A line is read back unchanged")
    func roundTrip() {
        for kind in JournalEvent.Kind.allCases {
            for instance in [nil, "a.b[lightbulb.on; row=\"x\"; over=ip]"] {
                let event = JournalEvent(
                    sequence: 1 << 60,
                    at: Moment(nanoseconds: .max),
                    kind: kind,
                    instance: instance,
                    step: "1a.2#3",
                    body: ["text": "line\nend \u{0} \u{2028} ü", "n": 1.50, "deep": [[], [:], .null]]
                )
                #expect(JournalEvent(line: Array(event.line.utf8)) == event)
                #expect(!event.line.utf8.contains(0x0a))
            }
        }
    }

    @Test("A line looks as the documentation says")
    func form() {
        #expect(
            event(["a": 1], step: "2.1").line
                == #"{"n":7,"t":5,"kind":"observation","instance":"a.b[over=ip]","step":"2.1","body":{"a":1}}"#
        )
        #expect(event(.null, at: 9_007_199_254_740_993).line.contains(#""t":"9007199254740993""#))
        #expect(event(.null, at: .min).line.contains(#""t":"-9223372036854775808""#))
    }

    @Test("A line that is cut off anywhere is rejected")
    func cutOff() {
        let line = Array(event(["a": ["b", "c"]]).line.utf8)
        for end in 0..<line.count { #expect(JournalEvent(line: Array(line[..<end])) == nil) }
    }

    @Test(
        "Malformed lines of a journal are rejected",
        arguments: [
            "", "null", "[]", "{}", #"{"n":-1,"t":0,"kind":"end","body":1}"#, #"{"n":0,"t":0.5,"kind":"end","body":1}"#,
            #"{"n":0,"t":0,"kind":"later","body":1}"#, #"{"n":0,"t":0,"kind":"end"}"#,
            #"{"n":0,"t":0,"kind":"end","body":1} x"#,
        ]
    )
    func noLine(_ text: String) { #expect(JournalEvent(line: Array(text.utf8)) == nil) }

    @Test("A damaged line is rejected, or read with its new content")
    func damaged() {
        let undamaged = event(["a": ["b", 1, 2.5, .null, true]])
        let line = Array(undamaged.line.utf8)
        var (none, others) = (0, 0)
        for place in line.indices {
            for byte in UInt8.min...UInt8.max where byte != line[place] {
                var bytes = line
                bytes[place] = byte
                guard let read = JournalEvent(line: bytes) else {
                    none += 1
                    continue
                }
                #expect(JournalEvent(line: Array(read.line.utf8)) == read, "\(String(decoding: bytes, as: UTF8.self))")
                if read != undamaged { others += 1 }
            }
        }
        // A brace, a quote or a key is missing; a letter of a text or a digit has changed.
        #expect(none > 1000 && others > 1000, "\(none) are not lines, \(others) others")
    }

    @Test("Events are numbered without gaps, also when many tasks write, and reach the sink in that order")
    func numbers() async {
        let sink = Sink()
        let journal = Journal(clock: .system, sink: sink)
        await withDiscardingTaskGroup { group in
            for task in 0..<8 {
                group.addTask { for _ in 0..<100 { journal.record(.wire, ["task": JSON(task)]) } }
            }
        }
        #expect(journal.events.map(\.sequence) == Array(0..<800))
        #expect(sink.events == journal.events)
        #expect(journal.next == 800)
        #expect(journal.events(from: 797).map(\.sequence) == [797, 798, 799])
        #expect(journal.events(from: 5000).isEmpty)
    }

    @Test("Times count from the beginning of the run, and an event may have happened before it was recorded")
    func times() {
        let bench = VirtualBench()
        let journal = Journal(clock: bench.clock)
        let start = bench.clock.now
        journal.record(.begin, .null)
        journal.record(.wire, at: start.advanced(by: .milliseconds(3)), .null)
        #expect(journal.events.map(\.at.nanoseconds) == [0, 3_000_000])
    }

    @Test(
        "Of a text above 256 KiB the beginning and a digest stay, so that equal ones stay equal; the header keeps all"
    )
    func longTexts() {
        let journal = Journal(clock: .system)
        let long = String(repeating: "ab", count: 200_000)
        for text in [long, long, long + "c", String(long.prefix(200_000))] {
            journal.record(.observation, ["entries": [["value": .string(text)]]])
        }
        journal.record(.header, ["lock": .string(long)])
        let kept = journal.events.compactMap { $0.fields.value(at: "entries.0.value")?.stringValue }
        #expect(kept[0] == kept[1] && kept[0] != kept[2])
        #expect(kept[0].hasPrefix("abab") && kept[0].count < 1200 && kept[0].contains("… (400000 bytes, digest "))
        #expect(kept[3].count == 200_000)
        #expect(journal.events.last?["lock"] == .string(long))
        // A text that is one character.
        journal.record(.observation, .string("e" + String(repeating: "\u{301}", count: 200_000)))
        #expect((journal.events.last?.body.stringValue?.utf8.count ?? .max) < 1200)
    }

    @Test("The kept and the written events are equal: large integers are text, and secrets are removed, from the start")
    func kept() throws {
        let sink = Sink()
        let journal = Journal(clock: .system, redaction: Redaction(secrets: ["031-45-154", "03145154"]), sink: sink)
        journal.record(
            .wire,
            [
                "big": JSON(UInt64.max), "small": 9_007_199_254_740_992,
                "code": "it is 031-45-154!", "hex": "aa3033312d34352d313534bb", "031-45-154": 3_145_154,
                "list": [["03145154"], 1e300, 12345678901234567890.5],
            ]
        )
        let event = try #require(journal.events.first)
        #expect(event.body["big"] == "18446744073709551615")
        #expect(event.body["small"] == 9_007_199_254_740_992)
        #expect(event.body["code"] == "it is ••••••••!")
        #expect(event.body["hex"] == "aa••••••••bb")
        #expect(event.body["list"]?[0] == ["••••••••"])
        #expect(!event.line.contains("031-45"))
        #expect(JournalEvent(line: Array(event.line.utf8)) == event)
        #expect(sink.events == [event])
    }

    @Test("A failing sink is reported once, and the run continues")
    func failingSink() {
        let sink = Sink(failsAt: 2)
        let journal = Journal(clock: .system, sink: sink)
        for _ in 0..<5 { journal.record(.wire, .null) }
        #expect(journal.events.count == 5)
        #expect(sink.events.count == 2)
        #expect(journal.failure is RecordError)
    }

    private final class Sink: JournalSink {
        private let kept = Mutex<[JournalEvent]>([])
        private let failsAt: Int
        init(failsAt: Int = .max) { self.failsAt = failsAt }
        var events: [JournalEvent] { kept.withLock { $0 } }
        func write(_ event: JournalEvent) throws {
            try kept.withLock { events in
                if events.count == failsAt { throw RecordError("the disk is full") }
                events.append(event)
            }
        }
    }
}
