import Certificates
package import Profiles

extension AccessoryProfile {
    /// The relay that the profile names; `nil` if the accessory is on a network of this machine.
    ///
    /// Throws ``SetupError`` if its address or the fingerprint is malformed, which ``ProfileFile/read(_:)`` has checked.
    package var relay: RelayPlace? {
        get throws(SetupError) {
            guard let via else { return nil }
            return try RelayPlace(
                via.relay,
                from: "`relay`",
                trust: try trust(via),
                tokenFile: via.tokenFile.map(path)
            )
        }
    }

    private func trust(_ via: Via) throws(SetupError) -> CertificateTrust {
        if let authorities = via.authorities { return .authorities(file: path(authorities)) }
        let text = via.fingerprint ?? ""
        guard let fingerprint = CertificateFingerprint(text) else {
            throw SetupError(.unusable, "`fingerprint` needs 64 hexadecimal digits, not `\(text)`")
        }
        return .only(fingerprint)
    }
}

extension AccessoryProfile.Via {
    /// How a profile names a relay.
    ///
    /// - Parameter file: the profile.
    init(_ place: RelayPlace, in file: ProfileFile) {
        var (fingerprint, authorities): (String?, String?)
        switch place.trust {
        case .only(let known): fingerprint = known.description
        case .authorities(let known): authorities = file.written(known)
        }
        self.init(
            relay: place.name,
            fingerprint: fingerprint,
            authorities: authorities,
            tokenFile: place.tokenFile.map(file.written)
        )
    }
}
