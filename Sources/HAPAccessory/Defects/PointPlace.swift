import CoAP
import HAPSession

/// What is known where the accessory passes a point, and so which conditions a defect can have there.
enum PointPlace: Comparable {
    /// Neither a request nor a controller is known.
    case accessory
    /// The request and its controller are known.
    case request
    /// The characteristic is known, too.
    case characteristic
}

extension DefectChange {
    /// Where the point of the change is passed.
    var pointPlace: PointPlace {
        switch self {
        case .check(let name, _): GuardPoint(rawValue: name)?.place ?? .request
        case .effect(let name, _): EffectPoint(rawValue: name)?.place ?? .request
        case .json(let name, _), .alteration(let name, _):
            MessagePoint(rawValue: name)?.place ?? (PDUPoint(rawValue: name) == nil ? .request : .characteristic)
        case .constant(let name, _): ConstantPoint(rawValue: name)?.place ?? .request
        case .behaviour(let name, _): BehaviourPoint(rawValue: name)?.place ?? .request
        case .memory: .accessory
        case .database, .link, .delay, .answer, .code: .request
        }
    }

    /// Whether the passes of the point are counted, so that a defect can act at one of them.
    func counts(_ key: String) -> Bool {
        switch self {
        case .check(let name, _): GuardPoint(rawValue: name) != nil
        case .effect(let name, _): EffectPoint(rawValue: name) != nil
        case .alteration(let name, _):
            key == "nth" || MessagePoint(rawValue: name) != nil || CoAPPoint(rawValue: name) != nil
                || PDUPoint(rawValue: name) != nil
        case .constant, .memory, .behaviour: false
        case .json, .database, .link, .delay, .answer, .code: true
        }
    }
}

extension GuardPoint {
    fileprivate var place: PointPlace {
        switch self {
        case .readPermission, .readAdministrator, .writeContent, .writePermission, .writeAdministrator,
            .writeAuthorization, .writeAuthorizationForm, .writeTimedPlain, .writeFreshData, .writeTimed,
            .writeWhileOff, .writeResponse, .eventPermission, .eventAdministrator, .eventTimed, .eventUnsubscribed,
            .eventFlag,
            .identifyValue, .valueKind, .valueRepeated, .valueWhole, .valueFormat, .valueMinimum, .valueMaximum,
            .valueStep,
            .valueListed, .valueLength, .valueDataLength, .valueBase64, .valueTLV8, .streamRequest, .streamSession,
            .streamStart:
            .characteristic
        default: .request
        }
    }
}

extension EffectPoint {
    fileprivate var place: PointPlace {
        switch self {
        case .valueStore, .valueStoreWhileOff, .valueKeep, .valueKeepRead, .eventNotify, .eventElsewhere,
            .subscriptionAdd,
            .subscriptionRemove,
            .eventCancel, .couplingFollow, .couplingReverse, .couplingRedirect, .valueKeepSameIID, .flagClear,
            .streamStatus, .streamEnd:
            .characteristic
        case .subscriptionEnd, .timedEnd, .setupRelease, .setupExpire, .setupAbandon, .pairingRoom,
            .pairingForget,
            .pairingUnpaired, .identifyRun, .recordKeep, .logKeep, .logClear, .logSetTime, .permissionsMove,
            .permissionsStore,
            .keysMove,
            .eventHold,
            .closeEvicted, .sessionKeepAtClose, .connectionRelease, .connectionKeepElsewhere, .configurationCount,
            .pairingOutlive,
            .pairingOutliveAdded, .restartPairings,
            .streamClose, .restartAddedPairings, .restartUnpaired, .restartPermissions, .restartDeviceID,
            .restartLongTermKey,
            .updateDeviceID,
            .restartSubscriptions:
            .accessory
        default: .request
        }
    }
}

extension MessagePoint {
    fileprivate var place: PointPlace {
        switch self {
        case .readEntry, .readAID, .readIID, .readValue, .readStatus, .readEventState, .readPermissions, .readType,
            .readFormat, .writeEntry, .writeEntryStatus, .writeEntryValue, .eventEntry, .eventAID, .eventIID,
            .eventValue, .shownValue:
            .characteristic
        case .textConfigurationNumber, .textFeatureFlags, .textDeviceID, .textModel, .textProtocolVersion,
            .textStateNumber, .textStatusFlags, .textCategory, .textSetupHash, .advertisedName, .labelSetupID,
            .labelPayload, .advertisedAddress:
            .accessory
        default: .request
        }
    }
}

extension ConstantPoint {
    fileprivate var place: PointPlace {
        switch self {
        case .stringLength, .dataLength, .valueReturns: .characteristic
        // A request makes the accessory crash.
        case .ttlUnit, .ttlStep, .restartSeconds: .request
        default: .accessory
        }
    }
}

extension BehaviourPoint {
    fileprivate var place: PointPlace {
        switch self {
        case .outOfRange, .offStep, .longString, .wideIntegers, .fraction, .numbers, .servicePower, .couplingReach,
            .couplingColour, .couplingWay, .couplingLevel, .countDownEvents, .lockSecure,
            .temperatureUnit, .readMetadata, .momentaryRead,
            .writeAnswers, .streamAnswer, .databaseValue, .eventChange, .eventValue, .eventCoalescing, .eventReceivers:
            .characteristic
        case .streamUse, .readOrder, .readMissing, .readStatus, .eventState, .eventGrouping, .connectionsEvicted,
            .bridgeReach, .batchLookup:
            .accessory
        default: .request
        }
    }
}
