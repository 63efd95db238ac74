import CX509

/// SHA-256 of a certificate: it identifies one certificate, whatever its issuer.
package struct CertificateFingerprint: Sendable, Hashable, CustomStringConvertible {
    package let bytes: [UInt8]

    /// Computes the fingerprint of a certificate in DER.
    package init(der: [UInt8]) {
        var digest = [UInt8](repeating: 0, count: 32)
        _ = certificate_digest(der, der.count, &digest)
        bytes = digest
    }

    /// Parses 64 hexadecimal digits; colons and spaces between them, and `sha256:` or `SHA256:` in front, are ignored.
    package init?(_ text: String) {
        let prefix = "sha256:"
        let digits = (text.lowercased().hasPrefix(prefix) ? text.dropFirst(prefix.count) : text[...])
            .filter { $0 != ":" && $0 != " " }.map { $0 }
        guard digits.count == 64, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
        bytes = stride(from: 0, to: 64, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
    }

    /// `sha256:` and 64 hexadecimal digits.
    package var description: String {
        "sha256:" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
