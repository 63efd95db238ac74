import Certificates
package import Profiles

extension AccessoryProfile {
    /// The relay that the profile names; `nil` if the accessory is on a network of this machine.
    package var relay: RelayPlace? {
        get throws(SetupError) {
            guard let via, let viaMark else { return nil }
            return try RelayPlace(
                via.relay,
                from: "\(viaMark): `relay`",
                trust: try trust(via),
                tokenFile: via.tokenFile.map(path)
            )
        }
    }

    private func trust(_ via: Via) throws(SetupError) -> CertificateTrust {
        if let authorities = via.authorities { return .authorities(file: path(authorities)) }
        let text = via.fingerprint ?? ""
        guard let fingerprint = CertificateFingerprint(text) else {
            let place = viaMark.map { "\($0): " } ?? ""
            throw SetupError(.unusable, "\(place)`fingerprint` needs 64 hexadecimal digits, not `\(text)`")
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
