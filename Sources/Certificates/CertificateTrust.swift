import CX509
package import Foundation

/// Which certificates of a server are accepted.
package enum CertificateTrust: Sendable, Hashable {
    /// Only this one, while it is valid; its names and its issuer do not matter.
    case only(CertificateFingerprint)
    /// Those that an authority in this PEM file has issued for the server's name or address.
    case authorities(file: String)

    /// Judges the certificates that a server has shown.
    ///
    /// - Parameters:
    ///   - chain: the certificates in DER; the first is the server's own.
    ///   - host: the name or address by which the server is reached.
    /// - Returns: why they are rejected, as the end of a sentence; `nil` if they are accepted.
    package func problem(with chain: [[UInt8]], of host: String, at now: Date = Date()) -> String? {
        guard let own = chain.first, let validity = CertificateValidity(der: own) else {
            return "its certificate is malformed"
        }
        switch self {
        case .only(let fingerprint):
            let shown = CertificateFingerprint(der: own)
            guard shown == fingerprint else {
                return "its certificate has the fingerprint \(shown), not the expected one: it is not this relay, or "
                    + "has a new certificate"
            }
            return validity.problem(at: now)
        case .authorities(let file):
            if let problem = validity.problem(at: now) { return problem }
            // What looks like an address is never taken for a name: `127.1` is rejected.
            let isAddress = host.contains(":") || host.allSatisfy { $0.isNumber || $0 == "." }
            // A certificate does not have the zone of an address, which only one machine knows.
            let subject = isAddress ? String(host.prefix { $0 != "%" }) : host
            let joined = chain.flatMap { $0 }
            let result = certificate_verify(joined, joined.count, file, subject, isAddress ? 1 : 0)
            switch result {
            case 0: return nil
            case -1: return "its certificate cannot be verified: \(file) holds no readable certificate in PEM"
            case -2: return "its certificates are malformed"
            case -3:
                return
                    "its certificate cannot be verified: `\(host)` is neither a name nor a whole address; write all parts "
                    + "of the address"
            default:
                let words = String(cString: certificate_problem(result))
                return "its certificate is not valid for \(host) by the authorities in \(file): \(words)"
            }
        }
    }
}

/// The time in which a certificate is valid.
package struct CertificateValidity: Sendable, Hashable {
    package let from: Date
    package let until: Date

    /// - Returns: `nil` if the certificate is malformed.
    package init?(der: [UInt8]) {
        var (from, until): (Int64, Int64) = (0, 0)
        guard certificate_validity(der, der.count, &from, &until) == 1 else { return nil }
        self.from = Date(timeIntervalSince1970: TimeInterval(from))
        self.until = Date(timeIntervalSince1970: TimeInterval(until))
    }

    /// Why the certificate is not valid at this time; `nil` if it is.
    package func problem(at now: Date) -> String? {
        if now > until { return "its certificate expired at \(until.formatted(.iso8601))" }
        if now < from { return "its certificate is valid only from \(from.formatted(.iso8601)) on" }
        return nil
    }
}
