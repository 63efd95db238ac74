/// An accessory's result for a request or a part of one: a meaning, and the number that the transport used for it.
///
/// HAP has two sets of numbers: JSON bodies (HAP R1 table 5-12) and HAP PDUs (HAP R1 table 6-26). Statuses are equal
/// if they have the same meaning, even if their numbers differ.
package struct HAPStatus: RawRepresentable, Sendable, CaseIterable, CustomStringConvertible {
    /// The set of numbers that a code belongs to.
    package enum Space: Sendable, Hashable {
        /// JSON over IP: 0 and negative numbers.
        case json
        /// HAP PDUs over Bluetooth LE and Thread: one byte.
        case pdu
    }

    /// The number on the wire.
    package let rawValue: Int64
    /// The set that the number belongs to.
    package let space: Space

    /// A code in a JSON body.
    package init(rawValue: Int64) {
        self.rawValue = rawValue
        space = .json
    }

    /// A status byte of a HAP PDU.
    package init(pdu code: UInt8) {
        rawValue = Int64(code)
        space = .pdu
    }

    /// The request was carried out.
    package static let success = HAPStatus(rawValue: 0)
    /// The controller lacks the privileges for the request.
    package static let insufficientPrivileges = HAPStatus(rawValue: -70401)
    /// The device behind the characteristic is unreachable.
    package static let unableToCommunicate = HAPStatus(rawValue: -70402)
    /// The resource is busy; the controller should retry.
    package static let resourceBusy = HAPStatus(rawValue: -70403)
    /// A read-only characteristic was written.
    package static let readOnly = HAPStatus(rawValue: -70404)
    /// A write-only characteristic was read.
    package static let writeOnly = HAPStatus(rawValue: -70405)
    /// The characteristic sends no events.
    package static let notificationNotSupported = HAPStatus(rawValue: -70406)
    /// The accessory lacks the resources for the request.
    package static let outOfResources = HAPStatus(rawValue: -70407)
    /// The operation took too long.
    package static let timedOut = HAPStatus(rawValue: -70408)
    /// The accessory or characteristic does not exist.
    package static let resourceDoesNotExist = HAPStatus(rawValue: -70409)
    /// The written value is invalid.
    package static let invalidValue = HAPStatus(rawValue: -70410)
    /// The request was not authorized.
    package static let insufficientAuthorization = HAPStatus(rawValue: -70411)
    /// Not in R1; defined by later releases.
    package static let notAllowedInCurrentState = HAPStatus(rawValue: -70412)

    /// The opcode is unknown, or the characteristic does not permit it.
    package static let unsupportedPDU = HAPStatus(pdu: 0x01)
    /// Too many procedures are open.
    package static let maxProcedures = HAPStatus(pdu: 0x02)
    /// The instance id does not exist, or belongs to another characteristic.
    package static let invalidInstanceID = HAPStatus(pdu: 0x04)
    /// The access requires a session, or an admin's session.
    package static let insufficientAuthentication = HAPStatus(pdu: 0x05)
    /// The body is malformed, or its value violates a constraint.
    package static let invalidRequest = HAPStatus(pdu: 0x06)

    private static let table: [(status: HAPStatus, name: String, meaning: String)] = [
        (.success, "success", "the request was carried out"),
        (.insufficientPrivileges, "insufficient-privileges", "the controller lacks the privileges for the request"),
        (.unableToCommunicate, "unable-to-communicate", "the device behind the characteristic is unreachable"),
        (.resourceBusy, "resource-busy", "the resource is busy; retry"),
        (.readOnly, "read-only", "a read-only characteristic was written"),
        (.writeOnly, "write-only", "a write-only characteristic was read"),
        (.notificationNotSupported, "notification-not-supported", "the characteristic sends no events"),
        (.outOfResources, "out-of-resources", "the accessory lacks the resources for the request"),
        (.timedOut, "timed-out", "the operation took too long"),
        (.resourceDoesNotExist, "resource-does-not-exist", "the accessory or characteristic does not exist"),
        (.invalidValue, "invalid-value", "the written value is invalid"),
        (.insufficientAuthorization, "insufficient-authorization", "the request was not authorized"),
        (.notAllowedInCurrentState, "not-allowed-in-current-state", "the operation is not allowed in this state"),
        (.unsupportedPDU, "unsupported-pdu", "the operation is unknown or the characteristic does not permit it"),
        (.maxProcedures, "max-procedures", "too many procedures are open"),
        (.invalidInstanceID, "invalid-instance-id", "the instance id does not exist or is not this characteristic's"),
        (.insufficientAuthentication, "insufficient-authentication", "the access requires a session or an admin"),
        (.invalidRequest, "invalid-request", "the request is malformed or its value violates a constraint"),
    ]

    /// The codes that the protocol defines, and -70412; a meaning with two numbers appears once.
    package static var allCases: [HAPStatus] { table.map(\.status) }

    /// The code with this name (`invalid-value`).
    package init?(name: String) {
        guard let known = Self.table.first(where: { $0.name == name }) else { return nil }
        self = known.status
    }

    /// The number of this meaning in HAP PDUs; `nil` if they have none.
    package var pduCode: UInt8? {
        switch self {
        case .success: 0x00
        case .insufficientAuthorization: 0x03
        default: space == .pdu ? UInt8(exactly: rawValue) : nil
        }
    }

    /// The name in suites and reports (`invalid-value`); `status -5` for an unknown code.
    package var name: String {
        if let known = Self.table.first(where: { $0.status == self }) { return known.name }
        return space == .pdu ? "pdu status \(rawValue)" : "status \(rawValue)"
    }

    /// The meaning of the code, in words.
    package var meaning: String {
        Self.table.first { $0.status == self }?.meaning ?? "no release defines this code"
    }

    package var description: String { "\(rawValue) (\(name))" }
}

extension HAPStatus: Hashable {
    /// The number and set in the table; 0x00 and 0x03 of PDUs have the same meanings as JSON numbers.
    private var identity: Identity {
        switch (space, rawValue) {
        case (.pdu, 0x00): Identity(number: Self.success.rawValue, space: .json)
        case (.pdu, 0x03): Identity(number: Self.insufficientAuthorization.rawValue, space: .json)
        default: Identity(number: rawValue, space: space)
        }
    }

    private struct Identity: Hashable {
        var number: Int64
        var space: Space
    }

    package static func == (left: HAPStatus, right: HAPStatus) -> Bool { left.identity == right.identity }

    package func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}
