import HAPModel

/// The echoes before and after the comparisons, in turns like the controllers.
struct EchoTurns {
    private var samples: [EchoFloor: [Sample]] = [:]
    /// Assay's reads of responses that are only encrypted.
    private var reads: [Sample] = []

    /// Measures each kind of echo once more.
    mutating func add(_ count: Int) async throws {
        for floor in EchoFloor.allCases { samples[floor, default: []].append(try await floor.measure(count)) }
        reads.append(try await PrecomputedResponses.measure(count))
    }

    /// The median over the turns of the echoes a second.
    func perSecond(_ floor: EchoFloor) -> Double? { Comparison.median(samples[floor, default: []].map(\.perSecond)) }

    /// The median over the turns of the median, in milliseconds.
    func median(_ floor: EchoFloor) -> Double? {
        Comparison.median(samples[floor, default: []].map { $0.quantile(0.5) })
    }

    var text: String {
        let floors = EchoFloor.allCases.map { floor in
            let name = floor == .bare ? "bare echo" : "encrypted echo"
            return "\(name) over loopback: \(Self.text(samples[floor, default: []]))"
        }
        let own = "Assay's reads of precomputed responses: \(Self.text(reads))"
        return (floors + [own, ratios("Assay on precomputed responses", reads)].compactMap(\.self))
            .joined(separator: "\n")
    }

    private static func text(_ turns: [Sample]) -> String {
        let figures = [0.5, 0.99, 1].map { part in
            Table.figure(Comparison.median(turns.map { $0.quantile(part) }) ?? 0, "ms")
        }
        let rate = Table.figure(Comparison.median(turns.map(\.perSecond)) ?? 0, "1/s")
        return "median \(figures[0]), p99 \(figures[1]), slowest \(figures[2]), \(rate)"
    }

    /// How reads stand to the encrypted echo of the same turn.
    private func ratios(_ title: String, _ reads: [Sample]) -> String? {
        let pairs = zip(reads, samples[.encrypted, default: []])
        guard let rate = Comparison.median(pairs.map { $0.perSecond / $1.perSecond }),
            let median = Comparison.median(pairs.map { $0.quantile(0.5) / $1.quantile(0.5) })
        else { return nil }
        return """
            \(title): \(Table.decimals(rate, 2)) of the encrypted echo's rate, \
            \(Table.decimals(median, 2)) times its median
            """
    }

    /// How the reads of one comparison stand to the encrypted echo.
    func text(_ comparison: Comparison) -> String? {
        let reads = Comparison.median(comparison.assay.map(\.readsPerSecond))
        let read = Comparison.median(comparison.assay.compactMap { $0.read["median"]?.doubleValue })
        guard let reads, let read, let rate = perSecond(.encrypted), let median = median(.encrypted), median > 0
        else { return nil }
        return """
            Assay on \(comparison.accessory): \(Table.decimals(reads / rate, 2)) of the encrypted echo's rate, \
            \(Table.decimals(read / median, 2)) times its median
            """
    }

    var figures: JSON {
        var figures = JSONObject([:])
        for floor in EchoFloor.allCases {
            figures[floor.rawValue] = .array(samples[floor, default: []].map(\.figures))
        }
        figures[PrecomputedResponses.word] = .array(reads.map(\.figures))
        return .object(figures)
    }
}
