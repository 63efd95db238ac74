/// How a button is pressed: the values of Programmable Switch Event (HAP R1 9.75).
package enum ButtonPress: String, Sendable, CaseIterable {
    case single
    case double
    case long

    /// The value of the event.
    package var value: Int64 {
        switch self {
        case .single: 0
        case .double: 1
        case .long: 2
        }
    }
}
