import HAPModel

/// Supported Audio Stream Configuration (HAP R1 8.73, tables 8-6 to 8-8).
struct AudioConfiguration {
    /// AAC-ELD and Opus, of which a camera must support one (HAP R1 11.8.2).
    private static let mandatory: Set<UInt64> = [2, 3]

    private(set) var codecs: [UInt64] = []
    /// The sample rates and bit rates of AAC-ELD and Opus.
    private(set) var rates: Set<UInt64> = []
    private(set) var bitRates: Set<UInt64> = []
    /// Each codec with its own sample rates.
    private(set) var selections: [(codec: UInt64, rates: [UInt64])] = []
    private(set) var flaws: JSON = .array([])

    init(_ value: JSON?) {
        var reader = ItemReader()
        let items = reader.items(ofValue: value)
        for codec in reader.groups(1, in: items, "codec configuration") {
            // R1 gives it two bytes here and one byte in a selection.
            let type = reader.numbers(1, in: codec, bytes: 1...2, "codec type")
            codecs += type
            guard let parameters = reader.group(2, in: codec, "codec parameters") else { continue }
            _ = reader.numbers(1, in: parameters, "audio channels")
            let bitRates = reader.numbers(2, in: parameters, "bit rate")
            let rates = reader.numbers(3, in: parameters, "sample rate")
            if let codec = type.first { selections.append((codec, rates)) }
            guard type.contains(where: Self.mandatory.contains) else { continue }
            self.bitRates.formUnion(bitRates)
            self.rates.formUnion(rates)
        }
        let noise = reader.numbers(2, in: items, isNeeded: false, "comfort noise support")
        flaws = reader.flawList
        if noise.contains(where: { $0 > 1 }) {
            flaws = .array((flaws.arrayValue ?? []) + ["comfort noise support is neither 0 nor 1"])
        }
    }
}
