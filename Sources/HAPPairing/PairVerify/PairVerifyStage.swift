/// The four messages of Pair Verify; the controller sends the odd ones.
package enum PairVerifyStage: Int, CaseIterable, Sendable {
    case m1 = 1
    case m2, m3, m4

    /// `M1` to `M4`.
    package var name: String { "M\(rawValue)" }

    /// Whether the controller sends it.
    package var isRequest: Bool { rawValue % 2 == 1 }
}
