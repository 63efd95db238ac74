package import HAPModel

/// The release of HAP that an accessory says it follows, as far as it decides what is judged: R1, or a later one.
///
/// An accessory of R1 has no Version and advertises `pv` 1.0 or none. Many later ones do so, too, because their authors left `pv`
/// out. If something else shows that it is later, the release is not known, and requirements that only R1 has are not held
/// against it.
package enum StatedRelease: Sendable, Hashable {
    case first
    /// A later one, and what says so, in words.
    case later(String)
    /// The signs are missing or disagree, in words.
    case unknown(String)

    /// - Parameters:
    ///   - database: the attribute database.
    ///   - advertised: the facts of the TXT record; `nil` if it was not found.
    package init(_ database: AttributeDatabase, advertised: AdvertisedFacts?) {
        let services = database.accessories.flatMap(\.services)
        let information = services.first { $0.type == .protocolInformation }
        let version = information?.characteristics.first { $0.type == .version }?.value?.stringValue
        let protocolVersion = advertised?.protocolVersion
        if let version, Self.isLater(version) {
            self = .later("its Version is \(version)")
        } else if let protocolVersion, Self.isLater(protocolVersion) {
            self = .later("it advertises pv \(protocolVersion)")
        } else if information != nil {
            self = .unknown("it has Protocol Information, but its Version is \(version ?? "absent")")
        } else if let advertised {
            self = advertised.hasSetupHash ? .unknown("it advertises a setup hash, which R1 does not have") : .first
            if let protocolVersion, protocolVersion != "1.0" { self = .unknown("it advertises pv \(protocolVersion)") }
        } else {
            self = .unknown("its TXT record was not found")
        }
    }

    /// The name in documents: `R1`, `later` or `unknown`.
    package var name: String {
        switch self {
        case .first: "R1"
        case .later: "later"
        case .unknown: "unknown"
        }
    }

    /// Whether a version is that of R2 or later: 1.1 or a higher 1.x, also with leading zeros.
    private static func isLater(_ version: String) -> Bool {
        let parts = version.split(separator: ".").map { Int($0) }
        guard parts.count >= 2, parts[0] == 1, let minor = parts[1] else { return false }
        return minor >= 1
    }
}
