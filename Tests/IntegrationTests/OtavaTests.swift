import Foundation
import HAPModel
import Measurement
import Processes
import Testing

/// The search for changes and that of apache-otava, on series whose changes are known.
@Suite("apache-otava", .needsPeers, .timeLimit(.minutes(10)))
struct OtavaTests {
    /// What a search finds of the true changes. Its F1 is the harmonic mean of the share of its changes that are true and of
    /// the share of the true changes that it finds.
    private struct Score {
        private var found = 0
        private var hits = 0
        private var truth = 0

        /// How far a change that counts is from the true one, as otava-test-data counts.
        private static let tolerance = 5

        mutating func add(_ changes: [Int], of truth: [Int]) {
            found += changes.count
            self.truth += truth.count
            // A found change counts for one true one only.
            var free = changes
            for place in truth {
                let near = free.indices.filter { abs(free[$0] - place) <= Self.tolerance }
                guard let nearest = near.min(by: { abs(free[$0] - place) < abs(free[$1] - place) }) else { continue }
                free.remove(at: nearest)
                hits += 1
            }
        }

        var f1: Double { 2 * Double(hits) / Double(max(1, found + truth)) }
    }

    /// The series, with the changes that otava finds.
    private static func series(length: Int, seeds: [Int]) async throws -> [JSON] {
        let script = Installation.peers.appending(path: "otava_series.py").path
        let child = try ChildProcess(
            Installation.python.path,
            [script, "\(length)"] + seeds.map { "\($0)" },
            environment: ProcessInfo.processInfo.environment.merging(["PYTHONDONTWRITEBYTECODE": "1"]) { $1 },
            folder: FileManager.default.temporaryDirectory.path
        )
        child.closeInput()
        let heard = try await child.end(within: .seconds(300))
        #expect(heard.ending?.status == 0, "\(heard.errorText)")
        return try heard.outputText.split(separator: "\n").map { try JSON.parse(Array($0.utf8)) }
    }

    /// Compares both searches on all series of a length.
    private static func compare(length: Int, seeds: [Int]) async throws {
        let series = try await series(length: length, seeds: seeds)
        #expect(series.count == 55 * seeds.count)
        var (ours, otava) = (Score(), Score())
        for one in series {
            let values = try #require(one["values"]?.arrayValue).compactMap(\.doubleValue)
            #expect(values.count == length)
            func places(_ key: String) -> [Int] { one[key]?.arrayValue?.compactMap(\.int64Value).map(Int.init) ?? [] }
            ours.add(ChangePoint.all(in: values).map(\.index), of: places("true"))
            otava.add(places("otava"), of: places("true"))
        }
        print("F1 of \(length) values: \(ours.f1), otava \(otava.f1)")
        #expect(otava.f1 > 0.4, "otava finds \(otava.f1) of \(length) values, which is less than it can")
        #expect(ours.f1 >= otava.f1, "\(length) values")
    }

    @Test(
        "On the series of otava-test-data, F1 of the changes is at least as high as otava's",
        arguments: [(50, [42, 7, 1]), (100, [42, 7])]
    )
    func sample(_ length: Int, _ seeds: [Int]) async throws {
        try await Self.compare(length: length, seeds: seeds)
    }

    @Test(
        "On longer series and with more seeds, it is as high, too",
        .enabled("run .dev/soak") { ProcessInfo.processInfo.environment["ASSAY_SOAK"] == "1" },
        arguments: [50, 200, 500],
        [[42, 7, 1], [2, 3, 4, 5, 6]]
    )
    func all(_ length: Int, _ seeds: [Int]) async throws {
        try await Self.compare(length: length, seeds: seeds)
    }
}
