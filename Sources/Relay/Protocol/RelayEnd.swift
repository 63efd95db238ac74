package import Links

/// How a channel ends.
package enum RelayEnd: Sendable, Hashable {
    /// In an orderly way.
    case orderly
    /// The connection was broken, or shall be.
    case abrupt
    /// The relay has closed it, as the tester asked.
    case done
    /// It failed; the text describes the error.
    case failed(String)

    var code: UInt8 {
        switch self {
        case .orderly: 0
        case .abrupt: 1
        case .done: 2
        case .failed: 3
        }
    }

    var text: String {
        if case .failed(let text) = self { text } else { "" }
    }

    /// - Returns: `nil` if the code is unknown.
    init?(code: UInt8, text: String) {
        switch code {
        case 0: self = .orderly
        case 1: self = .abrupt
        case 2: self = .done
        case 3: self = .failed(text)
        default: return nil
        }
    }

    /// The end of the accessory's link.
    package init(_ closure: LinkClosure) {
        switch closure {
        case .byPeer: self = .orderly
        case .reset: self = .abrupt
        case .local: self = .done
        case .failed(let text): self = .failed(text)
        }
    }

    /// The end of the tester's link.
    package var closure: LinkClosure {
        switch self {
        case .orderly: .byPeer
        case .abrupt: .reset
        case .done: .local
        case .failed(let text): .failed(text)
        }
    }
}
