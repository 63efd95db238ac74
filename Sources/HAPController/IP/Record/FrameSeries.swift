/// Decides which received frames are recorded. A body of megabytes takes thousands of frames, and a run reads it many times: of a
/// series with one length the first ones tell as much as all.
struct FrameSeries {
    /// How many frames of one length are recorded in a row.
    static let limit = 128

    private var length: Int?
    private var count = 0

    /// Counts the next frame.
    ///
    /// - Parameter length: its bytes of plaintext.
    /// - Returns: whether it is recorded.
    mutating func isRecorded(length: Int) -> Bool {
        count = length == self.length ? count + 1 : 1
        self.length = length
        return count <= Self.limit
    }
}
