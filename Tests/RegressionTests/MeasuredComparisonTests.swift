import HAPModel
import Latency
import Links
import Measurement
import RunRecord
import Testing

@testable import Regression

@Suite("Comparison of measured times")
struct MeasuredComparisonTests {
    /// A record with one measurement for each series.
    private static func run(_ path: String, _ bodies: [JSON]) -> ComparedRun {
        var run = Runs.run(path, [])
        run.isMeasurement = true
        run.identity = path
        run.times = MeasuredTimes(bodies.enumerated().map { event($1, UInt64($0)) })
        return run
    }

    private static func event(_ body: JSON, _ sequence: UInt64) -> JournalEvent {
        JournalEvent(
            sequence: sequence,
            at: Moment(nanoseconds: 0),
            kind: .measurement,
            instance: body["instance"]?.stringValue,
            step: nil,
            body: body
        )
    }

    private static func series(
        _ name: String,
        count: Int = 40,
        target: String? = nil,
        over transport: String = "ip",
        sessions: Int = 1,
        rate: Double? = nil,
        from origin: StampOrigin = .kernel,
        in instance: String? = nil,
        times factor: Double = 1,
        relay: Duration? = nil
    ) -> JSON {
        let samples = (0..<count).map { number in
            let own = Int64(factor * Double(1_000_000 + 7000 * (number * 37 % 60)))
            let time = own + (relay ?? .zero).wholeNanoseconds
            return LatencySample(
                session: 0,
                sent: Moment(nanoseconds: 0),
                answered: Moment(nanoseconds: time),
                origin: origin,
                relay: relay
            )
        }
        let plan = LoadPlan(count: count, rate: rate, sessions: sessions)
        let series = MeasuredSeries(
            name: name,
            samples: samples,
            plan: plan,
            warmUp: 0,
            transport: transport,
            target: target,
            isOverRelay: relay != nil
        )
        return instance.map { series.json.with("instance", .string($0)) } ?? series.json
    }

    private static func calibration(_ echo: Int64) -> JSON {
        ["tester": ["plain-echo": ["p50": JSON(echo), "p99": 90], "median-overhead": 1, "p99-overhead": 2]]
    }

    private static func compared(_ old: [JSON], _ new: [JSON]) throws -> MeasuredComparison {
        MeasuredComparison(try Runs.side(run("old", old)), try Runs.side(run("new", new)))
    }

    @Test("Equal loads are compared, those that differ first")
    func loads() throws {
        let measured = try Self.compared(
            [Self.series("read"), Self.series("write", sessions: 2), Self.series("event", count: 5)],
            [Self.series("read"), Self.series("write", sessions: 2, times: 1.3), Self.series("event", count: 50)]
        )
        #expect(measured.compared.map(\.load.operation) == ["write", "read"])
        #expect(measured.compared.map(\.shift.direction) == [.slower, .same])
        #expect(measured.slower.map(\.load.words) == ["write over ip, 2 sessions"])
        #expect(
            measured.uncompared == [
                .init(name: "event over ip", reason: "5 times in old and 50 in new; each side needs 20")
            ]
        )
    }

    @Test(
        "A load that differs is not compared, and the line says how",
        arguments: [
            (series("read", sessions: 4), "1 session in old, 4 sessions in new"),
            (series("read", rate: 20), "one after the other in old, 20 a second in new"),
            (series("read", over: "thread"), "over ip in old, over thread in new"),
            (series("read", target: "lightbulb.on"), "no characteristic in old, lightbulb.on in new"),
            (series("read", from: .socket), "stamps of the kernel in old, stamps of the socket in new"),
            (
                series("read", in: "latency.read[lightbulb.on; over=ip]"),
                "by `assay measure` in old, in latency.read in new"
            ),
        ]
    )
    func differences(_ new: JSON, _ reason: String) throws {
        let measured = try Self.compared([Self.series("read")], [new])
        #expect(measured.compared.isEmpty)
        #expect(measured.uncompared.map(\.reason) == ["the loads differ: \(reason)"])
        let sides = (try Runs.side(Self.run("old", [Self.series("read")])), try Runs.side(Self.run("new", [new])))
        let error = #expect(throws: ComparisonError.self) { try RunComparison(sides.0, sides.1) }
        #expect(error?.description.contains("old and new have nothing that can be compared: read: the loads") == true)
    }

    @Test("An operation that one side or none measured has a line with the reason")
    func unmeasured() throws {
        let skipped: JSON = ["series": "discovery", "skipped": "it advertises nothing"]
        let measured = try Self.compared([Self.series("read"), skipped], [Self.series("write"), skipped])
        #expect(
            measured.uncompared == [
                .init(name: "write over ip", reason: "only new measured it"),
                .init(name: "discovery", reason: "neither side measured it: it advertises nothing"),
                .init(name: "read over ip", reason: "only old measured it"),
            ]
        )
    }

    @Test("What the new side could not measure to its end is lost, whether it has times or not")
    func lost() throws {
        let failure = "no answer within 500 ms"
        let few = Self.series("read", count: 1, from: .socket).with("failure", .string(failure))
        let some = Self.series("write").with("failure", .string(failure))
        let none: JSON = ["series": "identify", "count": 0, "failure": .string(failure)]
        let skipped: JSON = ["series": "discovery", "skipped": "it advertises nothing"]
        let names = ["read", "write", "identify", "discovery", "batch"]
        let measured = try Self.compared(names.map { Self.series($0) }, [few, some, none, skipped])
        #expect(
            measured.lost == [
                .init(name: "read over ip", reason: "the new side ended early: \(failure)"),
                .init(name: "write over ip", reason: "the new side ended early: \(failure)"),
                .init(name: "identify over ip", reason: "the new side has no times: \(failure)"),
                .init(name: "discovery over ip", reason: "the new side has no times: it advertises nothing"),
            ]
        )
        #expect(measured.compared.map(\.load.operation) == ["write"])
        #expect(measured.uncompared == [.init(name: "batch over ip", reason: "only old measured it")])
    }

    @Test(
        "The tester's machine was not equally fast if its plain echo took half as long again",
        arguments: [(14, false), (16, true)]
    )
    func echoes(_ time: Int64, _ areUnequal: Bool) throws {
        let measured = try Self.compared(
            [Self.series("read"), Self.calibration(10)],
            [Self.series("read"), Self.calibration(time)]
        )
        #expect(measured.echoes == .init(old: .nanoseconds(10), new: .nanoseconds(time)))
        #expect(measured.echoes?.areUnequal == areUnequal)
    }

    @Test(
        "Slower times count unless the tester's machine explains them",
        arguments: [(1.3, 10_000, 1), (1.3, 11_000, 1), (1.3, 16_000, 0), (4, 16_000, 1), (1.3, 5000, 1)]
    )
    func explained(_ factor: Double, _ echo: Int64, _ proven: Int) throws {
        let measured = try Self.compared(
            [Self.series("read"), Self.calibration(10_000)],
            [Self.series("read", times: factor), Self.calibration(echo)]
        )
        #expect(measured.slower.count == 1)
        #expect(measured.provenSlower.count == proven)
    }

    @Test(
        "An echo beside the measurement says more than one at the beginning of the run",
        arguments: [(10_000, 10_000, 1), (10_000, 16_000, 0), (16_000, 10_000, 1)]
    )
    func echoBeside(_ old: Int64, _ new: Int64, _ proven: Int) throws {
        let measured = try Self.compared(
            [Self.series("read").with("echo", ["p50": JSON(old), "p90": JSON(old)]), Self.calibration(10_000)],
            [
                Self.series("read", times: 1.3).with("echo", ["p50": JSON(new), "p90": JSON(new)]),
                Self.calibration(10_000),
            ]
        )
        #expect(measured.slower.count == 1)
        #expect(measured.provenSlower.count == proven)
    }

    @Test(
        "Of several runs on a side, the runs as a whole must differ, too",
        arguments: [
            ([1, 1.02], [1.3, 1.35], nil), ([1, 1.4], [1.38, 1.38], .runs), ([1], [1.3, 1.35], nil),
            ([1, 1.32], [1.3], .runs), ([1, 1, 1.31, 1, 1, 1, 1, 1], [Double](repeating: 1.3, count: 8), nil),
            ([1, 1, 1.31], [1.3, 1.3, 1.3], .runs),
        ] as [([Double], [Double], MeasuredComparison.Doubt?)]
    )
    func severalRuns(_ old: [Double], _ new: [Double], _ doubt: MeasuredComparison.Doubt?) throws {
        func side(_ factors: [Double]) throws -> RunSet {
            let runs = factors.enumerated().map { Self.run("\($0)", [Self.series("read", times: $1)]) }
            return try #require(RunSet(name: "runs", runs))
        }
        let slower = MeasuredComparison(try side(old), try side(new))
        #expect(slower.compared.map(\.shift.direction) == [.slower])
        #expect(slower.compared.map(\.doubt) == [doubt])
        #expect(slower.provenSlower.isEmpty == (doubt != nil))
        let faster = MeasuredComparison(try side(new), try side(old))
        #expect(faster.compared.map(\.doubt) == [doubt])
    }

    @Test(
        "More operations that come to nothing are lost ones, unless they may be chance",
        arguments: [(0, 9, true), (0, 1, false), (7, 7, false), (7, 0, false), (7, 40, true)]
    )
    func refused(_ old: Int, _ new: Int, _ isLost: Bool) throws {
        func series(_ count: Int) -> JSON {
            let all = Self.series("read")
            return count == 0 ? all : all.with("failed", FailedOperations(count: count, first: "HTTP 500").json)
        }
        let measured = try Self.compared([series(old)], [series(new)])
        let reason =
            "\(new) of \(40 + new) came to nothing, and \(old) of \(40 + old) in old; the first one with: HTTP 500"
        #expect(measured.lost == (isLost ? [.init(name: "read over ip", reason: reason)] : []))
        #expect(measured.compared.map(\.load.operation) == ["read"])
    }

    @Test("What failed on the old side, too, is not lost")
    func failedBefore() throws {
        let failed = Self.series("read").with("failure", "closed")
        #expect(try Self.compared([failed], [failed]).lost.isEmpty)
    }

    @Test("Times that contain a relay's part are not compared with others")
    func relay() throws {
        let relayed = Self.series("read").with("over-relay", true)
        let measured = try Self.compared([Self.series("read")], [relayed])
        #expect(measured.uncompared.map(\.reason) == ["the loads differ: directly in old, over a relay in new"])
        #expect(try Self.compared([relayed], [relayed]).compared.map(\.load.words) == ["read over ip, over a relay"])
    }

    @Test(
        "A relay that is further away makes no operation slower; a difference counts that it cannot explain",
        arguments: [(1, .same, nil), (1.3, .slower, .relay), (4, .slower, nil)]
            as [(Double, Shift.Direction, MeasuredComparison.Doubt?)]
    )
    func farRelay(_ factor: Double, _ direction: Shift.Direction, _ doubt: MeasuredComparison.Doubt?) throws {
        let measured = try Self.compared(
            [Self.series("read", relay: .milliseconds(1))],
            [Self.series("read", times: factor, relay: .milliseconds(30))]
        )
        #expect(measured.compared.map(\.shift.direction) == [direction])
        #expect(measured.compared.map(\.doubt) == [doubt])
    }

    @Test("Times that contain the way to a relay prove nothing about the accessory")
    func containedRelay() throws {
        let measured = try Self.compared(
            [Self.series("connect").with("over-relay", true)],
            [Self.series("connect", times: 4).with("over-relay", true)]
        )
        #expect(measured.slower.map(\.doubt) == [.relay])
        #expect(measured.provenSlower.isEmpty)
    }

    @Test("The times of several records of a side count together")
    func sets() throws {
        let old = try Runs.side(
            Self.run("a", [Self.series("read", count: 15)]),
            Self.run("b", [Self.series("read", count: 15)])
        )
        let measured = MeasuredComparison(old, try Runs.side(Self.run("new", [Self.series("read")])))
        #expect(measured.compared.first?.shift.old.count == 30)
    }

    @Test("The same record on both sides, also as a copy, is refused")
    func same() throws {
        let record = Self.run("old", [Self.series("read")])
        var copy = Self.run("copy", [Self.series("read")])
        copy.identity = "old"
        let side = try Runs.side(record)
        #expect(throws: ComparisonError.self) { try RunComparison(side, side) }
        let error = #expect(throws: ComparisonError.self) { try RunComparison(side, try Runs.side(copy)) }
        #expect(error?.description.hasPrefix("old and copy are the same record, so it would be compared") == true)
        _ = try RunComparison(side, side, anyway: true)
    }
}
