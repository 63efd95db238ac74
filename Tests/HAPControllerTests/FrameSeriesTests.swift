import Testing

@testable import HAPController

@Suite("Series of frames")
struct FrameSeriesTests {
    @Test("Of frames with one length the first are recorded, and each frame with another length")
    func series() {
        var series = FrameSeries()
        let lengths = Array(repeating: 1024, count: 500) + [700] + Array(repeating: 1024, count: 3) + [1025, 1024]
        let recorded = lengths.filter { series.isRecorded(length: $0) }
        #expect(recorded == Array(repeating: 1024, count: FrameSeries.limit) + [700, 1024, 1024, 1024, 1025, 1024])
    }
}
