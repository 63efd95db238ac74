import HAPModel

/// The turns of both controllers on one accessory.
struct Comparison {
    let accessory: String
    var assay: [Turn] = []
    var aiohomekit: [Turn] = []

    /// Measures both in turns, so that other work of the machine affects both equally.
    init(_ accessory: String, at place: Place, of process: ChildProcess, setupCode: SetupCode, _ extent: Extent)
        async throws
    {
        self.accessory = accessory
        let first = AssayController(place, of: process, setupCode: setupCode)
        let second = try AiohomekitController(place, setupCode: setupCode)
        defer { second.end() }
        for number in 1...extent.turns {
            let (turn, id) = try await first.turn(extent)
            assay.append(turn)
            aiohomekit.append(try second.turn(extent, reading: id))
            print("\(accessory): turn \(number) of \(extent.turns) is done")
        }
    }

    /// One line of the table.
    struct Row {
        let title: String
        let unit: String
        let assay: Double
        let aiohomekit: Double?
        /// How many times as good Assay is; above 1 it is better.
        let ratio: Double?
    }

    /// The medians over the turns; the ratio is the median of the turns' ratios.
    var rows: [Row] {
        [
            row("pair-setup, median", "ms") { $0.pairSetup["median"]?.doubleValue },
            row("… in the controller itself", "ms") { $0.ownShare?["median"]?.doubleValue },
            row("connect and pair-verify, median", "ms") { $0.pairVerify["median"]?.doubleValue },
            row("reads a second", "1/s", isRate: true) { $0.readsPerSecond },
            row("… the caller on shared threads", "1/s", isRate: true) { $0.sharedReadsPerSecond ?? $0.readsPerSecond },
            row("processor time a read", "ms") { $0.processorPerRead },
            row("… of the accessory", "ms") { $0.accessoryPerRead },
            row("read, median", "ms") { $0.read["median"]?.doubleValue },
            row("read, p99", "ms") { $0.read["p99"]?.doubleValue },
            row("read, slowest", "ms") { $0.read["max"]?.doubleValue },
        ]
    }

    private func row(_ title: String, _ unit: String, isRate: Bool = false, _ figure: (Turn) -> Double?) -> Row {
        let ratios: [Double] = zip(assay, aiohomekit).compactMap { own, other in
            guard let own = figure(own), let other = figure(other), own > 0, other > 0 else { return nil }
            return isRate ? own / other : other / own
        }
        return Row(
            title: title,
            unit: unit,
            assay: Self.median(assay.compactMap(figure)) ?? 0,
            aiohomekit: Self.median(aiohomekit.compactMap(figure)),
            ratio: Self.median(ratios)
        )
    }

    /// The value in the middle, or between the two in the middle; `nil` of none.
    static func median(_ values: [Double]) -> Double? {
        guard !values.isEmpty else { return nil }
        let sorted = values.sorted()
        return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }

    var figures: JSON {
        var summary = JSONObject()
        for row in rows {
            var line = JSONObject(["unit": .string(row.unit), "assay": .rounded(row.assay)])
            if let other = row.aiohomekit { line["aiohomekit"] = .rounded(other) }
            if let ratio = row.ratio { line["ratio"] = .rounded(ratio) }
            summary[row.title] = .object(line)
        }
        return [
            "accessory": .string(accessory), "summary": .object(summary),
            "turns": [
                "assay": .array(assay.map(\.figures)), "aiohomekit": .array(aiohomekit.map(\.figures)),
            ],
        ]
    }
}
