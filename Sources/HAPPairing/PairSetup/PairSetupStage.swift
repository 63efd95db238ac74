/// The six messages of Pair Setup; the controller sends the odd ones.
package enum PairSetupStage: Int, CaseIterable, Sendable {
    case m1 = 1
    case m2, m3, m4, m5, m6

    /// `M1` to `M6`.
    package var name: String { "M\(rawValue)" }

    /// Whether the controller sends it.
    package var isRequest: Bool { rawValue % 2 == 1 }
}
