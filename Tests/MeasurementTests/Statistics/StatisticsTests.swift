import Measurement
import Testing

@Suite("Statistics of durations")
struct StatisticsTests {
    @Test("Ranks give the statistic and the probability of scipy", arguments: RankVector.all)
    func mannWhitney(_ vector: RankVector) throws {
        let test = try #require(MannWhitney(Sample(vector.old), Sample(vector.new)))
        #expect(test.u == vector.u)
        #expect(abs(test.p - vector.p) <= 1e-12 + 1e-9 * vector.p)
        let back = try #require(MannWhitney(Sample(vector.new), Sample(vector.old)))
        #expect(abs(back.p - test.p) < 1e-12 && abs(back.delta + test.delta) < 1e-12)
    }

    @Test("The effect size is the share of pairs that are larger, less the share that are smaller")
    func delta() throws {
        func delta(_ old: [Double], _ new: [Double]) -> Double? { MannWhitney(Sample(old), Sample(new))?.delta }
        #expect(delta([1, 2], [3, 4]) == 1)
        #expect(delta([3, 4], [1, 2]) == -1)
        #expect(delta([1, 3], [2, 2]) == 0)
        #expect(delta([1, 2], [2, 3]) == 0.75)
        #expect(delta([], [1]) == nil && delta([1], []) == nil)
    }

    @Test(
        "The interval of the ratio of medians is that of scipy, up to the luck of the draw",
        arguments: RankVector.all
    )
    func medians(_ vector: RankVector) throws {
        let medians = try #require(QuantileRatio(Sample(vector.old), Sample(vector.new)))
        #expect(abs(medians.ratio - vector.ratio) < 1e-12)
        let width = vector.high - vector.low
        #expect(abs(medians.interval.lowerBound - vector.low) <= 0.15 * width)
        #expect(abs(medians.interval.upperBound - vector.high) <= 0.15 * width)
        #expect(QuantileRatio(Sample(vector.old), Sample(vector.new)) == medians)
    }

    @Test("The correction for many tests follows Holm's definition")
    func corrections() {
        let probabilities = [0.01, 0.04, 0.03, 0.005, 0.5, 0.0001, 0.2]
        let holm = [0.05, 0.12, 0.12, 0.03, 0.5, 0.0007, 0.4]
        for (got, wanted) in zip(HolmCorrection.corrected(probabilities), holm) { #expect(abs(got - wanted) < 1e-12) }
        #expect(HolmCorrection.corrected([]) == [] && HolmCorrection.corrected([0.3]) == [0.3])
    }

    @Test("Quantiles are those of numpy")
    func quantiles() throws {
        let sample = Sample([
            11.27, 4.777, 6.941, 6.113, 4.357, 9.212, 7.337, 7.549, 5.896, 8.469, 6.285, 7.079, 5.299, 5.13, 11.03,
            6.346, 8.065, 7.315, 6.473, 6.345, 8.927, 6.749, 7.061, 7.438, 10.517, 9.063, 8.288, 6.24, 4.881, 9.824,
        ])
        let wanted = [(0.1, 5.1051), (0.25, 6.25125), (0.5, 7.07), (0.9, 9.8933), (0.99, 11.2004)]
        for (share, value) in wanted { #expect(abs(try #require(sample.quantile(share)) - value) < 1e-9) }
        #expect(Sample([Double]()).median == nil && Sample([2, .nan, 4]).median == 3)
    }
}
