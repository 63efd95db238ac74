import Testing

@testable import HAPCrypto

@Suite struct FixedBaseTests {
    /// Exponents at the ends of what the digits hold, and some in between.
    static let exponents: [[UInt8]] = [
        [], [1], [2], [15], [16], [0x0f, 0xf0], [UInt8](repeating: 0xff, count: 64),
        [1] + [UInt8](repeating: 0, count: 63),
        SeededRandom(seed: 4).bytes(64), SeededRandom(seed: 5).bytes(32),
    ]

    @Test("the power equals the direct computation", arguments: exponents)
    func plain(exponent: [UInt8]) throws {
        let arithmetic = try #require(SRPGroup.Arithmetic(.hap))
        let base = try #require(arithmetic.reduced(SeededRandom(seed: 6).bytes(384)))
        let number = try #require(BigNumber(exponent))
        let fixed = try #require(FixedBase(base, arithmetic))
        let expected = try #require(arithmetic.power(base, number)?.bytes(count: 384))
        #expect(fixed.power(number, arithmetic)?.bytes(count: 384) == expected)
    }

    @Test(
        "the generator's power is the same for exponents that are too long for the table",
        arguments: [64, 65, 200]
    )
    func generator(length: Int) throws {
        let arithmetic = try #require(SRPGroup.Arithmetic(.hap))
        let number = try #require(BigNumber([1] + SeededRandom(seed: 7).bytes(length - 1)))
        let expected = try #require(arithmetic.power(arithmetic.generator, number)?.bytes(count: 384))
        #expect(arithmetic.powerOfGenerator(number)?.bytes(count: 384) == expected)
    }

    @Test("an exponent of more than 512 bits has no digits")
    func tooLong() throws {
        let arithmetic = try #require(SRPGroup.Arithmetic(.hap))
        let fixed = try #require(FixedBase(arithmetic.generator, arithmetic))
        let number = try #require(BigNumber([1] + [UInt8](repeating: 0, count: 64)))
        #expect(fixed.power(number, arithmetic) == nil)
    }
}
