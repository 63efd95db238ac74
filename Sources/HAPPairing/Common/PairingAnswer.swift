package import HAPModel

/// What a controller makes of an accessory's answer: everything that it says, and what only a key can tell about it.
package struct PairingAnswer: Sendable {
    /// The items as they came, with every deviation.
    package var tlv: TLV8
    /// The State item as a number; `nil` if there is none.
    package var state: UInt64?
    /// The Error item; `nil` if there is none.
    package var error: TLVError?
    /// The items inside EncryptedData, if it opened; reports show no more than their types and lengths.
    package var plain: TLV8?
    /// What was found out with keys that are kept nowhere, by flat names (`proof-right`); never a secret.
    package var facts: [String: JSON]
    /// Why a careful controller stops here, in sentences; empty if the answer is all that the protocol demands.
    package var flaws: [String]

    /// Whether a careful controller goes on.
    package var isRight: Bool { flaws.isEmpty }

    /// Reads an answer to the request before `state`; the flaws are those that every answer can have.
    init(_ bytes: [UInt8], expecting expected: UInt64) {
        tlv = TLV8(decoding: bytes)
        state = tlv.integer(.state)
        error = tlv[.error].map { TLVError(rawValue: $0.first ?? 0) }
        plain = nil
        facts = [:]
        flaws = tlv.deviations.map { "The items are malformed at \($0)" }
        if let error { flaws.append("The accessory answers with Error \(error.rawValue) (\(error.name))") }
        if state != expected {
            flaws.append(state.map { "State is \($0), not \(expected)" } ?? "State is missing; \(expected) is due")
        }
    }

    /// Notes a fact that must be true; if it is not, `flaw` says so.
    mutating func note(_ name: String, _ holds: Bool, else flaw: String) {
        facts[name] = .bool(holds)
        if !holds { flaws.append(flaw) }
    }

    /// The value of an item of a message that has no Error; it is a flaw if it is missing.
    mutating func required(_ type: TLVType) -> [UInt8]? {
        let value = tlv[type]
        if value == nil, error == nil { flaws.append("The item \(type.name) is missing") }
        return value
    }
}
