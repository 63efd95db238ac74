import Histories
import Measurement
import Synchronization
import Testing

@testable import History

@Suite("Readings of a history")
struct HistoryReadingTests {
    @Test("Counts of failures are a series, and a change names the runs and the firmware at it")
    func counts() throws {
        let runs = (1...24).map { Runs.run($0, firmware: $0 <= 12 ? "1.0" : "1.1", failed: $0 <= 12 ? 2 : 9) }
        let series = HistoryReading(runs).series("failed")
        #expect(series.points.map(\.value) == runs.map { Double($0.run.totals["failed"] ?? 0) })
        let change = try #require(series.changes.first)
        #expect(series.changes.count == 1)
        #expect(change.before.number == 12 && change.after.number == 13)
        #expect(change.old.median == 2 && change.new.median == 9 && change.direction == 1)
        #expect(change.causes == ["firmware"])
        #expect(series.levels.map(\.median) == [2, 9])
        #expect(series.levels.map(\.range) == [0..<12, 12..<24])
    }

    @Test("A percentile of an operation is a series, in the order of the starts and not of the numbers")
    func percentiles() throws {
        let runs = (1...20).map { Runs.measurement($0, read: $0 <= 10 ? 1_000_000 + $0 : 1_100_000 + $0) }
        let reading = HistoryReading(runs.reversed())
        #expect(reading.names == ["p50", "p90", "p99", "p99.9", "max"].map { "read.\($0)" })
        #expect(reading.usualNames == ["read.p50", "read.p99"])
        let series = reading.series("read.p50")
        #expect(series.points.map(\.run.number) == Array(1...20))
        let change = try #require(series.changes.first)
        #expect(change.after.number == 11)
        #expect(abs(try #require(change.ratio) - 1.1) < 0.01)
        #expect(reading.series("read.p99.9").points.first?.value == 2_000_002)
    }

    @Test("Only runs that can be compared with the newest one are in a series")
    func comparable() {
        let other = [Runs.run(1, selection: "tags: smoke", failed: 50), Runs.run(2, isWhole: false)]
        let reading = HistoryReading(other + [Runs.run(3, failed: 1), Runs.run(4, failed: 2)])
        #expect(reading.series("failed").points.map(\.run.number) == [3, 4])
        let loads = [Runs.measurement(1, read: 5, load: "sessions: 8"), Runs.measurement(2, read: 1)]
        #expect(HistoryReading(loads).series("read.p50").points.map(\.run.number) == [2])
        #expect(HistoryReading([]).names.isEmpty)
    }

    @Test("Which product a run tested is known if the run is whole, or if the accessory told its maker or model")
    func product() {
        #expect(Runs.run(1).run.hasProduct && Runs.run(1, isWhole: false).run.hasProduct)
        var unreached = Runs.run(1, isWhole: false).run
        unreached.accessory = HistoryAccessory(name: "127.0.0.1:9", deviceID: "11:22:33:44:55:66")
        #expect(!unreached.hasProduct)
        unreached.accessory.model = "B1"
        #expect(unreached.hasProduct)
        var nameless = Runs.run(1).run
        nameless.accessory = HistoryAccessory(name: "Bulb")
        #expect(nameless.hasProduct)
    }

    @Test("A user names counts, operations and percentiles")
    func names() {
        let reading = GoldenHistory().reading
        #expect(reading.subjects == ["failed", "warned", "inconclusive", "GET /accessories", "PUT /characteristics"])
        #expect(reading.names(of: "failed") == ["failed"])
        #expect(reading.names(of: "GET /accessories") == ["GET /accessories.p50", "GET /accessories.p99"])
        #expect(reading.names(of: "GET /accessories.p99.9") == ["GET /accessories.p99.9"])
        #expect(reading.names(of: "GET /accessories.p95").isEmpty && reading.names(of: "").isEmpty)
        #expect(reading.product == "Acme B1" && reading.comparable == 24)
        #expect(HistoryReading([]).comparable == 0 && HistoryReading([]).product == "")
    }

    @Test("A user names an operation that cases measure by its case, its instance, or whole")
    func measured() {
        let read = "latency.read[lightbulb.on; over=ip]"
        let operations = [
            "\(read).read", "latency.read[lightbulb.on; by=user; over=ip].read",
            "latency.pair-verify[over=ip].pair-verify.m1",
            "GET /characteristics",
        ]
        let figures = operations.map { HistoryFigure($0, count: 40, values: [.p50: 1, .p90: 2, .p99: 3]) }
        let reading = HistoryReading([Runs.run(1, figures: figures), Runs.run(2, figures: figures)])
        #expect(Set(reading.subjects).isSuperset(of: operations))
        #expect(
            reading.names(of: "latency.read") == [
                "\(operations[1]).p50", "\(operations[1]).p99", "\(read).read.p50", "\(read).read.p99",
            ]
        )
        #expect(reading.names(of: "latency.read.p90") == ["\(operations[1]).p90", "\(read).read.p90"])
        #expect(reading.names(of: read) == ["\(read).read.p50", "\(read).read.p99"])
        #expect(reading.names(of: "\(read).read.p90") == ["\(read).read.p90"])
        #expect(reading.series("\(read).read.p90").points.map(\.value) == [2, 2])
        #expect(reading.names(of: "latency.rea").isEmpty && reading.names(of: "read").isEmpty)
    }

    @Test("The changes of a series are searched for once")
    func once() {
        let golden = GoldenHistory()
        let verdicts = (1...golden.count).map { (Int64($0), golden.verdicts($0)) }
        let searched = Mutex<[[Double]]>([])
        let search = ChangeSearch { values in
            searched.withLock { $0.append(values) }
            return ChangePoint.all(in: values)
        }
        let reading = HistoryReading(golden.kept, Dictionary(uniqueKeysWithValues: verdicts), search)
        let first = reading.usual() + reading.instances()
        let count = searched.withLock { $0.count }
        #expect(reading.usual() + reading.instances() == first)
        #expect(first == golden.reading.usual() + golden.reading.instances())
        #expect(searched.withLock { $0.count } == count && count == Set(first.map { $0.points.map(\.value) }).count)
    }

    @Test("Times, counts and the verdict of a single instance change with the firmware; flaky and steady ones do not")
    func changing() throws {
        let golden = GoldenHistory()
        let reading = golden.reading
        let changing = (reading.usual() + reading.instances()).filter { !$0.changes.isEmpty }
        #expect(
            changing.map(\.name) == [
                "failed", "\(golden.operation).p50", "\(golden.operation).p99", golden.broken,
            ]
        )
        #expect(reading.flaky.map(\.instance) == [golden.flaky, golden.flaky], "once for each firmware")
        for series in changing {
            let change = try #require(series.changes.first)
            #expect(series.changes.count == 1)
            #expect(change.after.number == 13 && change.direction == 1 && change.causes == ["firmware"])
            #expect(change.p <= 0.01 && change.effect > 0.6, "\(series.name)")
        }
        let verdicts = try #require(changing.last)
        #expect(verdicts.unit == .verdict && verdicts.levels.map(\.median) == [0, 2])
    }

    @Test("A larger spread around the same level has no direction")
    func spread() throws {
        let runs = (1...80).map { (number: Int64) in
            let swing: Int64 = number <= 40 ? 1000 : 60_000
            let place = number * 37 % 11 - 5
            return Runs.measurement(number, read: 1_000_000 + place * swing)
        }
        let series = HistoryReading(runs).series("read.p50")
        let change = try #require(series.changes.first)
        #expect(series.changes.count == 1 && abs(change.index - 40) <= 5)
        #expect(change.direction == 0 && abs(change.effect) < HistoryChange.negligible)
    }
}
