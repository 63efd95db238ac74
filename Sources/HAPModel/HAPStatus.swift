/// A HAP status code in JSON bodies (HAP R1 table 5-12).
package struct HAPStatus: RawRepresentable, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// The number that is sent.
    package let rawValue: Int64

    package init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// The request was carried out.
    package static let success = HAPStatus(rawValue: 0)
    /// Denied for want of privileges.
    package static let insufficientPrivileges = HAPStatus(rawValue: -70401)
    /// The device behind the characteristic cannot be reached.
    package static let unableToCommunicate = HAPStatus(rawValue: -70402)
    /// Busy, try again.
    package static let resourceBusy = HAPStatus(rawValue: -70403)
    /// A read-only characteristic was written.
    package static let readOnly = HAPStatus(rawValue: -70404)
    /// A write-only characteristic was read.
    package static let writeOnly = HAPStatus(rawValue: -70405)
    /// The characteristic sends no events.
    package static let notificationNotSupported = HAPStatus(rawValue: -70406)
    /// No room to carry the request out.
    package static let outOfResources = HAPStatus(rawValue: -70407)
    /// The operation took too long.
    package static let timedOut = HAPStatus(rawValue: -70408)
    /// There is no such accessory or characteristic.
    package static let resourceDoesNotExist = HAPStatus(rawValue: -70409)
    /// The value that was written is not valid.
    package static let invalidValue = HAPStatus(rawValue: -70410)
    /// The request was not authorized.
    package static let insufficientAuthorization = HAPStatus(rawValue: -70411)
    /// Not in R1; later stacks know it.
    package static let notAllowedInCurrentState = HAPStatus(rawValue: -70412)

    private static let table: [(status: HAPStatus, name: String, meaning: String)] = [
        (.success, "success", "the request was carried out"),
        (.insufficientPrivileges, "insufficient-privileges", "the request was denied for want of privileges"),
        (.unableToCommunicate, "unable-to-communicate", "the device behind the characteristic cannot be reached"),
        (.resourceBusy, "resource-busy", "the resource is busy, try again"),
        (.readOnly, "read-only", "a characteristic that can only be read was written"),
        (.writeOnly, "write-only", "a characteristic that can only be written was read"),
        (.notificationNotSupported, "notification-not-supported", "the characteristic sends no events"),
        (.outOfResources, "out-of-resources", "the accessory has no room to carry out the request"),
        (.timedOut, "timed-out", "the operation took too long"),
        (.resourceDoesNotExist, "resource-does-not-exist", "there is no such accessory or characteristic"),
        (.invalidValue, "invalid-value", "the value that was written is not valid"),
        (.insufficientAuthorization, "insufficient-authorization", "the request was not authorized"),
        (.notAllowedInCurrentState, "not-allowed-in-current-state", "the operation is not allowed in this state"),
    ]

    /// The codes that the protocol defines, and -70412.
    package static var allCases: [HAPStatus] { table.map(\.status) }

    /// The code with this name (`invalid-value`).
    package init?(name: String) {
        guard let known = Self.table.first(where: { $0.name == name }) else { return nil }
        self = known.status
    }

    /// The name as suites and reports write it (`invalid-value`); `status -5` for an unknown one.
    package var name: String {
        Self.table.first { $0.status == self }?.name ?? "status \(rawValue)"
    }

    /// What the code says, in words.
    package var meaning: String {
        Self.table.first { $0.status == self }?.meaning ?? "no release defines this code"
    }

    package var description: String { "\(rawValue) (\(name))" }
}
