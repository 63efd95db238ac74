/// How an accessory advertises itself; a defective one differs.
struct AdvertisingConduct: Sendable, Hashable {
    /// Seconds to live of the records with the host's name, and of the others (RFC 6762 10).
    var hostTTL: UInt32 = 120
    var otherTTL: UInt32 = 4500
    /// The longest time to live of a record for a resolver without multicast support, in seconds (RFC 6762 6.7).
    var legacyTTL: UInt32 = 10
    /// For how long a record that was sent to the group is not sent there again (RFC 6762 6).
    var pause = Duration.zero
    /// Whether unique records have the cache-flush bit.
    var flushesCaches = true
    /// Whether records that the querier knows are left out.
    var heedsKnownAnswers = true
    /// The points of the forms of questions that it does not answer.
    var deafTo: Set<EffectPoint> = []
    /// The forms in which queriers may ask, and which a defective responder does not understand.
    fileprivate static let formsOfQuestions: [EffectPoint] = [
        .advertisementCapitals, .advertisementSecondQuestion, .advertisementUnicastQuestion,
        .advertisementLongQuestion, .advertisementPrivateQuestion,
    ]
    /// Whether answers to private ports have the question's id.
    var repeatsID = true
    /// Whether the list of services has its service.
    var isEnumerated = true
    /// Whether questions for the host's address are answered.
    var resolvesHost = true
    /// Whether it survives malformed messages.
    var ignoresMalformed = true
    /// Whether the service has the type of accessories over IP.
    var hasOwnType = true
    /// Whether the service has the port on which the accessory listens.
    var hasOwnPort = true
    /// Whether it gives up a name that another host claims.
    var yieldsInstance = true
    var yieldsHost = true
    /// The names of further services with the same location and text.
    var namesakes: [[UInt8]] = []
    /// The address in its records, as text; `nil` for its own.
    var address: String?
}

extension AccessoryCore {
    /// How it advertises itself; `nil` if it does not.
    mutating func advertisingConduct() -> AdvertisingConduct? {
        if shownAsPaired, omits(.advertisementPresence) { return nil }
        return AdvertisingConduct(
            hostTTL: UInt32(clamping: constant(.advertisementHostTTL)),
            otherTTL: UInt32(clamping: constant(.advertisementOtherTTL)),
            legacyTTL: UInt32(clamping: constant(.advertisementPrivateTTL)),
            pause: .milliseconds(constant(.advertisementPause)),
            flushesCaches: !omits(.advertisementCacheFlush),
            heedsKnownAnswers: !omits(.advertisementKnownAnswers),
            deafTo: Set(AdvertisingConduct.formsOfQuestions.filter { omits($0) }),
            repeatsID: !omits(.advertisementPrivateAnswer),
            isEnumerated: !omits(.advertisementEnumeration),
            resolvesHost: !omits(.advertisementHostAnswer),
            ignoresMalformed: !omits(.advertisementMalformed),
            hasOwnType: !omits(.advertisementType),
            hasOwnPort: !omits(.advertisementPort),
            yieldsInstance: !omits(.advertisementInstanceConflict),
            yieldsHost: !omits(.advertisementHostConflict),
            namesakes: bridgedNames.isEmpty || !omits(.advertisementOne) ? [] : bridgedNames,
            address: altered(nil, at: .advertisedAddress, ambient).map { String(decoding: $0, as: UTF8.self) }
        )
    }
}
