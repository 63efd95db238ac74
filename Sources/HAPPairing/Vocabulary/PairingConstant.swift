/// Every number of the pairing procedures that a case or a defect can change.
package enum PairingConstant: String, CaseIterable, Sendable {
    case fragmentLength = "tlv.fragment-length"
    case maxTries = "pair-setup.max-tries"
    case failuresOfM1 = "pair-setup.failures-of-m1"
    case maxKeyLength = "pair-setup.max-A-length"
    case zeroMultiples = "pair-setup.zero-multiples"
    case proofCompared = "pair-setup.proof-compared"
    case maxIdentifierLength = "pairings.max-identifier-length"
    case setupPermissions = "pair-setup.permissions"
    case verifyFailures = "pair-verify.failures-of-m3"
    case capacity = "pairings.capacity"
    case listed = "pairings.listed"
    case leadingZeroA = "srp.leading-zero.A"
    case leadingZeroB = "srp.leading-zero.B"
    case leadingZeroS = "srp.leading-zero.S"
    case leadingZeroK = "srp.leading-zero.K"

    /// The name in suites and defects.
    package var name: String { rawValue }

    /// All constants, for loaders and documentation.
    package static var all: [PairingConstant] { allCases }

    /// The value of a peer without departures; for `srp.leading-zero.*` that of a controller.
    package var standard: Int64 {
        switch self {
        case .fragmentLength: 255
        case .maxTries: 100
        case .failuresOfM1, .verifyFailures: 0
        case .maxKeyLength: 384
        case .zeroMultiples: 7
        case .proofCompared: 64
        case .maxIdentifierLength: 36
        case .setupPermissions: 1
        case .capacity: 16
        case .listed: .max
        case .leadingZeroA, .leadingZeroB, .leadingZeroS, .leadingZeroK: LeadingZeros.avoid.rawValue
        }
    }

    /// The meaning of the number, in one line.
    package var meaning: String {
        switch self {
        case .fragmentLength: "the length of the longest sent fragment, in bytes"
        case .maxTries: "failed attempts after which M1 gets MaxTries"
        case .failuresOfM1: "failed attempts that an M1 counts as"
        case .maxKeyLength: "the length of the longest accepted A, in bytes"
        case .zeroMultiples: "which multiples of N are rejected as A: 1 for 0, 2 for N, 4 for the others, added up"
        case .proofCompared: "how many bytes of the controller's proof are compared"
        case .maxIdentifierLength: "the length of the longest identifier that is stored, in bytes"
        case .setupPermissions: "the permissions that Pair Setup grants"
        case .verifyFailures: "failed setup attempts that a rejected M3 of Pair Verify counts as"
        case .capacity: "how many pairings the accessory can store"
        case .listed: "how many pairings a list shows"
        case .leadingZeroA: "a is drawn so that A begins with a zero byte: 0 never, 1 by chance, 2 always"
        case .leadingZeroB:
            "B begins with a zero byte: 0 a controller starts another attempt, 1 by chance, 2 always"
        case .leadingZeroS: "a is drawn so that S begins with a zero byte: 0 never, 1 by chance, 2 always"
        case .leadingZeroK: "a is drawn so that K begins with a zero byte: 0 never, 1 by chance, 2 always"
        }
    }
}

/// A peer's handling of numbers that begin with a zero byte, over which implementations differ.
enum LeadingZeros: Int64 {
    case avoid = 0
    case allow = 1
    case want = 2

    /// Whether a number is as the peer requires.
    func accepts(leadingZero: Bool) -> Bool {
        switch self {
        case .avoid: !leadingZero
        case .allow: true
        case .want: leadingZero
        }
    }
}
