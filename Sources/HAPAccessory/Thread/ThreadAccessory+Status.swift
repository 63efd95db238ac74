import CoAP
import HAPModel
import HAPSession

extension ThreadAccessory {
    /// How PDUs say what the core says.
    static func pduStatus(_ status: HAPStatus) -> HAPStatus {
        switch status {
        case .readOnly, .writeOnly, .notificationNotSupported: .unsupportedPDU
        case .resourceBusy, .outOfResources: .maxProcedures
        case .resourceDoesNotExist: .invalidInstanceID
        case .insufficientPrivileges: .insufficientAuthentication
        case .invalidValue, .timedOut, .unableToCommunicate, .notAllowedInCurrentState: .invalidRequest
        default: status
        }
    }

    /// How PDUs say that the connection may not ask for an operation.
    static func statusOfAccess(_ status: HAPStatus, _ operation: AccessoryOperation?) -> HAPStatus {
        switch status {
        case .insufficientAuthorization: .insufficientAuthentication
        case .insufficientPrivileges where operation != .identify: .insufficientAuthorization
        default: pduStatus(status)
        }
    }

    /// How the resources without PDUs say what the core says.
    static func code(of status: HAPStatus) -> CoAPCode {
        switch status {
        case .success: .changed
        case .insufficientPrivileges, .insufficientAuthorization: .unauthorized
        case .resourceBusy, .outOfResources: .serviceUnavailable
        default: .badRequest
        }
    }

    /// The bytes of a value; of one that the format cannot hold, none.
    static func bytes(of value: JSON, _ definition: CharacteristicDefinition) -> [UInt8] {
        PDUValue.bytes(of: value, as: definition.format) ?? []
    }
}

extension AccessoryCore {
    /// A value as a defect has it: none, one or several.
    mutating func changed(_ value: JSON, at point: MessagePoint, _ context: PointContext) -> [JSON] {
        changed([value], at: point, context)
    }

    /// Values, or entries that have one value each, as a defect has them.
    mutating func changed(_ values: [JSON], at point: MessagePoint, _ context: PointContext) -> [JSON] {
        jsonChanges(at: point, context).reduce(values) { values, change in
            switch change {
            case .drop: []
            case .duplicate: values + values
            case .set(let other): other.objectValue == nil ? [other] : values
            }
        }
    }

    /// A status as a defect has it; one that is left out is success.
    mutating func changed(_ status: HAPStatus, at point: MessagePoint, _ context: PointContext) -> HAPStatus {
        changed(JSON(status.rawValue), at: point, context).first?.int64Value.map(HAPStatus.init(rawValue:)) ?? .success
    }
}
