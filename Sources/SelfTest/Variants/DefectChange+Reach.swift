import HAPAccessory
import HAPModel

extension DefectChange {
    /// Whether the change is one of the attribute database.
    var isOfDatabase: Bool {
        if case .database = self { return true }
        return false
    }

    /// The same change of the database at one accessory object; `nil` if the object does not have what it changes.
    func moved(to object: ObjectDefinition) -> DefectChange? {
        guard case .database(var patch) = self, !patch.isPatchOfRoot, patch.accessory == nil else { return nil }
        let services = object.services.filter { service in
            patch.service.map { service.name == $0 || service.type == HAPType($0) } ?? true
        }
        guard patch.service != nil || patch.characteristic != nil, !services.isEmpty else { return nil }
        if let name = patch.characteristic {
            guard services.contains(where: { $0.characteristics.contains { $0.isNamed(name) } }) else { return nil }
        }
        patch.accessory = object.aid
        return .database(patch)
    }

    /// Whether a characteristic shows the change.
    ///
    /// - Parameter isStored: whether a value that is written can be read again.
    func acts(on found: CharacteristicDefinition, isStored: Bool) -> Bool {
        let isWritten = found.has(.pairedWrite) && found.has(.pairedRead) && isStored && found.authorization == nil
        switch self {
        case .check(let name, let departure):
            return GuardPoint(rawValue: name)?.acts(on: found, departure, isWritten) ?? false
        case .effect(let name, _): return EffectPoint(rawValue: name)?.acts(on: found, isWritten) ?? false
        case .behaviour(let name, let word):
            // These words compare numbers.
            let isSuited =
                found.format.isNumeric
                || !["increase", "not-zero", "not-one", "not-maximum", "not-small"].contains(word)
            return isSuited && BehaviourPoint(rawValue: name)?.acts(on: found, isWritten) ?? false
        case .json(let name, _): return MessagePoint(rawValue: name)?.acts(on: found, isWritten) ?? false
        case .alteration, .database, .constant, .memory, .link, .delay, .answer, .code: return false
        }
    }
}

extension GuardPoint {
    fileprivate func acts(
        on found: CharacteristicDefinition,
        _ departure: GuardDeparture,
        _ isWritten: Bool
    ) -> Bool {
        let isSkipped = departure == .skip
        switch self {
        case .writePermission: return isSkipped ? !found.has(.pairedWrite) && !found.isMomentary : isWritten
        case .readPermission: return isSkipped ? !found.has(.pairedRead) : found.has(.pairedRead)
        case .eventPermission: return isSkipped ? !found.has(.events) && found.has(.pairedRead) : found.has(.events)
        case .writeAdministrator: return found.isAdminOnly && isWritten
        case .readAdministrator: return found.isAdminOnly && found.has(.pairedRead)
        case .eventAdministrator: return found.isAdminOnly && found.has(.events)
        case .writeTimed: return isWritten && found.has(.timedWrite)
        case .writeTimedPlain: return isWritten && !found.has(.timedWrite)
        case .writeResponse: return isWritten && !found.has(.timedWrite) && !found.has(.writeResponse)
        case .eventFlag, .eventUnsubscribed: return found.has(.events)
        case .eventTimed: return found.has(.events) && found.has(.timedWrite)
        case .identifyValue: return found.type == .identify
        case .valueKind: return isWritten && found.format.isNumeric
        case .valueWhole: return isWritten && found.format.isInteger
        case .valueFormat: return isWritten && (found.format.isInteger || found.format == .bool)
        // Where the format or a list of values forbids the same value, another check rejects it.
        case .valueMinimum: return isWritten && found.validValues == nil && found.declaresMinimum
        case .valueMaximum: return isWritten && found.validValues == nil && found.declaresMaximum
        case .valueStep: return isWritten && found.minStep.map { $0.double > 1 || found.format == .float } == true
        case .valueListed: return isWritten && found.validValues != nil
        case .valueLength: return isWritten && found.format == .string
        case .valueDataLength: return isWritten && found.maxDataLen != nil
        case .valueBase64: return isWritten && (found.format == .data || found.format == .tlv8)
        case .valueTLV8: return isWritten && found.format == .tlv8
        default: return false
        }
    }
}

extension EffectPoint {
    fileprivate func acts(on found: CharacteristicDefinition, _ isWritten: Bool) -> Bool {
        switch self {
        case .valueStore: isWritten
        case .subscriptionAdd, .subscriptionRemove, .eventNotify, .eventCancel: isWritten && found.has(.events)
        case .valueKeepRead: isWritten && (found.format == .bool || (found.minValue != nil && found.maxValue != nil))
        default: false
        }
    }
}

extension BehaviourPoint {
    fileprivate func acts(on found: CharacteristicDefinition, _ isWritten: Bool) -> Bool {
        switch self {
        case .outOfRange: isWritten && (found.minValue != nil || found.maxValue != nil)
        case .offStep: isWritten && found.minStep.map { $0.double > 1 || found.format == .float } == true
        case .longString: isWritten && found.format == .string
        case .wideIntegers: isWritten && found.format == .uint64 && found.maxValue == nil
        case .fraction: isWritten && found.format.isInteger
        case .numbers: isWritten && found.format == .float
        case .databaseValue: isWritten && found.has(.pairedRead)
        case .eventChange, .eventValue, .eventReceivers: isWritten && found.has(.events)
        default: false
        }
    }
}

extension MessagePoint {
    fileprivate func acts(on found: CharacteristicDefinition, _ isWritten: Bool) -> Bool {
        switch self {
        case .readEntry, .readAID, .readIID, .readValue, .readPermissions, .readType: found.has(.pairedRead)
        case .eventEntry, .eventAID, .eventIID, .eventValue: isWritten && found.has(.events)
        default: false
        }
    }
}

extension CharacteristicDefinition {
    /// Whether minValue is above the lowest value of the format.
    fileprivate var declaresMinimum: Bool {
        guard let minimum = minValue?.double else { return false }
        return format.integerBounds.map { minimum > Double($0.lowest) } ?? true
    }

    /// Whether maxValue is below the highest value of the format.
    fileprivate var declaresMaximum: Bool {
        guard let maximum = maxValue?.double else { return false }
        return format.integerBounds.map { maximum < Double($0.highest) } ?? true
    }
}
