package import HAPModel

/// An accessory's response as a controller decodes it, including facts that need the procedure's keys.
package struct PairingAnswer: Sendable {
    /// The received items, with all deviations.
    package var tlv: TLV8
    /// The State item as a number; `nil` if it is missing.
    package var state: UInt64?
    /// The Error item; `nil` if it is missing.
    package var error: TLVError?
    /// The items inside EncryptedData, if it opened; reports show no more than their types and lengths.
    package var plain: TLV8?
    /// Facts found with keys that are not stored, by flat names (`proof-right`); never a secret.
    package var facts: [String: JSON]
    /// The reasons why a strict controller stops here, as sentences; empty if the response is right.
    package var flaws: [String]

    /// Whether a strict controller continues.
    package var isRight: Bool { flaws.isEmpty }

    /// Decodes the response to the request before `state`; finds the flaws that any response can have.
    init(_ bytes: [UInt8], expecting expected: UInt64) {
        tlv = TLV8(decoding: bytes)
        state = tlv.integer(.state)
        error = tlv[.error].map { TLVError(rawValue: $0.first ?? 0) }
        plain = nil
        facts = [:]
        // HAP-TLV-008 and HAP-TLV-011 judge the fragments of a whole value; the procedure goes on with it.
        flaws = tlv.deviations.filter(\.kind.losesBytes).map { "The items are malformed at \($0)" }
        if let error { flaws.append("The response contains Error \(error.rawValue)") }
        if state != expected {
            flaws.append(state.map { "State is \($0), not \(expected)" } ?? "State is missing; expected \(expected)")
        }
    }

    /// Records a fact that must be true; otherwise `flaw` is added to the flaws.
    mutating func note(_ name: String, _ holds: Bool, else flaw: String) {
        facts[name] = .bool(holds)
        if !holds { flaws.append(flaw) }
    }

    /// The value of an item of a message without Error; a missing item is a flaw.
    mutating func required(_ type: TLVType) -> [UInt8]? {
        let value = tlv[type]
        if value == nil, error == nil { flaws.append("The item \(type.name) is missing") }
        return value
    }
}
