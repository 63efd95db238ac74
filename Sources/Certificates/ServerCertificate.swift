import CX509
package import Foundation

/// A server's certificate with its private key, both in PEM.
package struct ServerCertificate: Sendable {
    /// The certificate, and those of the authorities that issued it.
    package let chain: [UInt8]
    package let key: [UInt8]
    /// The first certificate in DER.
    package let der: [UInt8]

    /// - Returns: `nil` if the first text holds no certificate.
    package init?(chain: [UInt8], key: [UInt8]) {
        var der = [UInt8](repeating: 0, count: 1 << 16)
        let length = certificate_in_pem(chain, chain.count, &der, der.count)
        guard length > 0 else { return nil }
        self.chain = chain
        self.key = key
        self.der = Array(der.prefix(length))
    }

    /// Makes a new key, and a certificate that it signs itself.
    ///
    /// - Parameter name: the name of the server.
    package static func made(for name: String, from: Date, until: Date) -> ServerCertificate? {
        var chain = [CChar](repeating: 0, count: 8192)
        var key = [CChar](repeating: 0, count: 8192)
        var (chainLength, keyLength) = (chain.count, key.count)
        let isMade = certificate_make(
            name,
            Int64(from.timeIntervalSince1970),
            Int64(until.timeIntervalSince1970),
            &chain,
            &chainLength,
            &key,
            &keyLength
        )
        guard isMade == 1 else { return nil }
        return ServerCertificate(
            chain: chain.prefix(chainLength).map { UInt8(bitPattern: $0) },
            key: key.prefix(keyLength).map { UInt8(bitPattern: $0) }
        )
    }

    package var fingerprint: CertificateFingerprint { CertificateFingerprint(der: der) }

    /// Why the certificate is not valid at this time; `nil` if it is.
    package func problem(at now: Date = Date()) -> String? { CertificateValidity(der: der)?.problem(at: now) }
}
