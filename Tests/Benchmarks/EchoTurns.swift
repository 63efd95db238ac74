import HAPModel

/// The echoes before and after the comparisons, in turns like the controllers.
struct EchoTurns {
    private var samples: [EchoFloor: [Sample]] = [:]

    /// Measures each kind of echo once more.
    mutating func add(_ count: Int) async throws {
        for floor in EchoFloor.allCases { samples[floor, default: []].append(try await floor.measure(count)) }
    }

    /// The median over the turns of the echoes a second.
    func perSecond(_ floor: EchoFloor) -> Double? { Comparison.median(samples[floor, default: []].map(\.perSecond)) }

    /// The median over the turns of the median, in milliseconds.
    func median(_ floor: EchoFloor) -> Double? {
        Comparison.median(samples[floor, default: []].map { $0.quantile(0.5) })
    }

    var text: String {
        EchoFloor.allCases.map { floor in
            let turns = samples[floor, default: []]
            let figures = [0.5, 0.99, 1].map { part in
                Table.figure(Comparison.median(turns.map { $0.quantile(part) }) ?? 0, "ms")
            }
            let rate = Table.figure(perSecond(floor) ?? 0, "1/s")
            let name = floor == .bare ? "bare echo" : "encrypted echo"
            return "\(name) over loopback: median \(figures[0]), p99 \(figures[1]), slowest \(figures[2]), \(rate)"
        }.joined(separator: "\n")
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
        return .object(figures)
    }
}
