extension Defect {
    /// The dimensions in which the defect is varied: those of `vary:`, or the defaults of its kind.
    package var dimensions: [VariantDimension] { vary ?? defaultDimensions }

    /// Whether it only violates requirements about the identity of an accessory with several transports. It shows where
    /// transports are compared.
    package var isOfIdentity: Bool { breaks.allSatisfy { $0.hasPrefix("HAP-MULTI-") } }

    /// A defect that already acts at one time, over one transport, or on one form of requests, is not varied.
    private var defaultDimensions: [VariantDimension] {
        guard condition.nth == nil, condition.from == nil, condition.every == nil, condition.trait == nil else {
            return []
        }
        guard !isOfIdentity, !condition.occasions.contains(where: \.isTransport) else { return [] }
        guard let first = changes.first, changes.allSatisfy({ $0.dimensions == first.dimensions }) else { return [] }
        var dimensions = first.dimensions
        if condition.controller != nil { dimensions.removeAll(where: \.isOfSession) }
        if let message = condition.message, message.isBeforeSession { dimensions.removeAll(where: \.isOfSession) }
        if changes.allSatisfy(\.followsAcceptance) { dimensions.removeAll { $0 == .afterRefusal } }
        // No case writes each combination of two forms.
        if condition.occasions.contains(where: \.isOfValue) { dimensions.removeAll(where: \.isOfValue) }
        if condition.characteristic != nil {
            dimensions.removeAll { [.characteristic, .accessory, .wideID].contains($0) || $0.isOfValue }
        }
        return dimensions
    }
}

extension VariantDimension {
    /// The times at which any request may arrive.
    private static let times: [VariantDimension] = [.afterRequests, .afterSeconds, .afterRefusal, .restart]
    private static let sessions: [VariantDimension] = [
        .secondSession, .newestSession, .sessionAgain, .secondController, .user,
    ]
    private static let entries: [VariantDimension] = [.firstEntry, .beyondFourthEntry]

    /// The forms of text, which a library for text or a converter may treat differently.
    private static let texts: [VariantDimension] = [.nonASCII, .spaced, .longText, .emptyText]

    /// What happens to one characteristic. A check of values does not depend on the time of day.
    static let ofCharacteristic =
        [.characteristic, .accessory, .wideID] + sessions + [.afterRequests, .afterRefusal, .restart]
    /// What happens to one entry of a request.
    static let ofEntry = ofCharacteristic + entries
    /// What happens to a written value.
    static let ofValue = ofEntry + texts + [.highBits]
    static let ofRequest = sessions + times
    static let beforeSession = times

    /// Whether it is about the form of a written value.
    package var isOfValue: Bool {
        occasion?.isOfValue == true
    }

    var isOfSession: Bool {
        switch self {
        case .secondSession, .newestSession, .sessionAgain, .secondController, .user: true
        default: false
        }
    }
}

extension DefectChange {
    /// Whether it acts on a message of a pairing procedure, M3 to M6, that only comes if the message before it was
    /// accepted: never directly after a refusal. The order of messages, and who sends them, may be wrong after one. How a
    /// session checks frames is decided when it begins, so after an accepted M3.
    fileprivate var followsAcceptance: Bool {
        switch self {
        case .check(let name, _) where name.hasPrefix("frame."): true
        case .check(let name, _):
            Self.isOfLaterMessage(name) && !["order", "holder", "paired"].contains(name.split(separator: ".").last)
        case .effect(let name, _), .alteration(let name, _): Self.isOfLaterMessage(name)
        default: false
        }
    }

    private static func isOfLaterMessage(_ name: String) -> Bool {
        let parts = name.lowercased().split(separator: ".")
        guard parts.count > 1, ["pair-setup", "pair-verify"].contains(parts[0]) else { return false }
        return ["m3", "m4", "m5", "m6", "control"].contains(parts[1])
    }

    /// The default dimensions of the change's kind and point.
    var dimensions: [VariantDimension] {
        switch self {
        case .check(let name, _):
            guard let point = GuardPoint(rawValue: name) else { return VariantDimension.beforeSession }
            return point.dimensions
        case .effect(let name, _):
            guard let point = EffectPoint(rawValue: name) else { return VariantDimension.beforeSession }
            return point.dimensions
        case .behaviour(let name, _): return BehaviourPoint(rawValue: name)?.dimensions ?? []
        case .json(let name, _): return MessagePoint(rawValue: name)?.dimensions ?? []
        case .alteration(let name, _):
            guard let point = MessagePoint(rawValue: name) else { return VariantDimension.beforeSession }
            return point.dimensions
        case .answer(let answer):
            return answer.request?.isBeforeSession == true ? VariantDimension.beforeSession : VariantDimension.ofRequest
        case .database: return [.accessory]
        case .constant, .memory, .link, .delay, .code: return []
        }
    }
}

extension RequestName {
    /// Whether such requests are sent without a session.
    var isBeforeSession: Bool {
        switch self {
        case .operation(let operation): operation.isOpen
        case .message(let message):
            ["/pair-setup", "/pair-verify", "/identify"].contains { message.hasSuffix($0) }
        }
    }
}

extension GuardPoint {
    fileprivate var dimensions: [VariantDimension] {
        switch self {
        case .sessionRequired, .identifyUnpaired, .identifyMethod, .sessionAfterFailure, .sessionTransient:
            VariantDimension.beforeSession
        case .sessionOwnFrames, .sessionPairing: []
        // Bytes may be counted as characters, and a high bit may be taken for a sign.
        case .valueLength: VariantDimension.ofEntry + [.nonASCII]
        case .valueMaximum: VariantDimension.ofEntry + [.highBits]
        case .writePermission, .writeAdministrator, .writeTimed, .eventPermission, .eventAdministrator, .readPermission,
            .readAdministrator, .valueKind, .valueWhole, .valueFormat, .valueMinimum, .valueStep, .valueListed,
            .valueDataLength, .valueBase64, .valueTLV8:
            // A check for administrators concerns users alone.
            VariantDimension.ofEntry.filter { !rawValue.hasSuffix("administrator") || !$0.isOfSession }
        case .writeTimedPlain, .writeWhileOff, .writeResponse, .eventFlag, .eventUnsubscribed, .eventTimed,
            .writeAuthorization,
            .identifyValue:
            VariantDimension.ofCharacteristic
        default: VariantDimension.ofRequest
        }
    }
}

extension EffectPoint {
    fileprivate var dimensions: [VariantDimension] {
        switch self {
        case .valueStore: VariantDimension.ofValue
        case .subscriptionAdd: VariantDimension.ofEntry
        case .eventNotify, .subscriptionRemove, .eventCancel, .valueKeep, .valueKeepRead:
            VariantDimension.ofCharacteristic
        case .timedConsume, .timedReplace, .timedConsumeRefused, .timedKeep, .responseSend, .closeWhenAsked:
            VariantDimension.ofRequest
        default: []
        }
    }
}

extension BehaviourPoint {
    fileprivate var dimensions: [VariantDimension] {
        switch self {
        case .outOfRange, .offStep, .longString, .wideIntegers, .fraction, .numbers: VariantDimension.ofEntry
        case .eventChange, .eventValue, .eventReceivers: VariantDimension.ofCharacteristic
        case .writeOrder, .writeStatus, .refusedStatus, .timedPID: VariantDimension.ofRequest
        default: []
        }
    }
}

extension MessagePoint {
    fileprivate var dimensions: [VariantDimension] {
        switch self {
        case .readEntry, .readAID, .readIID, .readValue, .readStatus, .writeEntry, .writeEntryStatus, .eventEntry,
            .eventAID, .eventIID, .eventValue:
            VariantDimension.ofCharacteristic
        case .httpVersion, .httpReason, .httpContentType, .httpContentLength, .httpBody, .errorStatus, .prepareStatus,
            .eventProtocol, .eventReason, .eventContentType, .eventContentLength:
            VariantDimension.ofRequest
        default: []
        }
    }
}
