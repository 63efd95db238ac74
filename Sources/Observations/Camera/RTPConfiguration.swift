import HAPModel

/// Supported RTP Configuration (HAP R1 8.74, table 8-9).
struct RTPConfiguration {
    let suites: [UInt64]
    let flaws: JSON

    init(_ value: JSON?) {
        var reader = ItemReader()
        suites = reader.numbers(2, in: reader.items(ofValue: value), "SRTP crypto suite")
        flaws = reader.flawList
    }

    /// Those that protect media, in the order of the accessory.
    var protecting: [CryptoSuite] {
        suites.compactMap { UInt8(exactly: $0).flatMap(CryptoSuite.init) }.filter { $0 != .none }
    }
}
