import Judge

/// How text looks on a terminal. The caller decides; renderers never ask the terminal.
package enum Style: Sendable, Hashable {
    /// No escape sequences at all.
    case plain
    /// Colour and weight by ANSI sequences.
    case ansi

    enum Look: String {
        case bold = "1"
        case dim = "2"
        case red = "1;31"
        case green = "32"
        case yellow = "33"
        case magenta = "35"
        case cyan = "36"
    }

    /// The text with this look.
    func paint(_ text: CleanText, _ look: Look) -> CleanText {
        self == .plain || text.isEmpty ? text : "\u{1b}[\(look.rawValue)m\(text)\u{1b}[0m"
    }

    /// The outcome's name in its colour.
    func paint(_ outcome: Verdict.Outcome) -> CleanText { paint(CleanText(outcome.rawValue), outcome.look) }
}

extension Verdict.Outcome {
    var look: Style.Look {
        switch self {
        case .passed: .green
        case .failed: .red
        case .warned: .yellow
        case .skipped: .dim
        case .inconclusive: .magenta
        case .errored: .red
        }
    }
}
