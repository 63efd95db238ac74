import Certificates
import Foundation
import Testing

@Suite("Certificates of a server")
struct CertificateTests {
    private let now = Date()

    private func made(for name: String = "bench", days: Double = 30) throws -> (ServerCertificate, [[UInt8]]) {
        let until = now.addingTimeInterval(days * 86400)
        let made = try #require(
            ServerCertificate.made(for: name, from: min(now, until).addingTimeInterval(-86400), until: until)
        )
        return (made, [made.der])
    }

    @Test("A certificate that is expected by its fingerprint is accepted under every name")
    func pinned() throws {
        let (certificate, chain) = try made()
        let trust = CertificateTrust.only(certificate.fingerprint)
        #expect(trust.problem(with: chain, of: "elsewhere.example") == nil)
    }

    @Test("Another certificate is rejected, and the message shows its fingerprint")
    func wrong() throws {
        let (expected, _) = try made()
        let (other, chain) = try made()
        let problem = try #require(CertificateTrust.only(expected.fingerprint).problem(with: chain, of: "bench"))
        #expect(problem.hasPrefix("its certificate has the fingerprint \(other.fingerprint), not the expected one"))
    }

    @Test("An expired certificate and one that is not valid yet are rejected, also with the right fingerprint")
    func dates() throws {
        let (expired, chain) = try made(days: -2)
        let trust = CertificateTrust.only(expired.fingerprint)
        #expect(trust.problem(with: chain, of: "bench")?.hasPrefix("its certificate expired at 20") == true)
        let (fresh, next) = try made()
        let before = now.addingTimeInterval(-10 * 86400)
        let problem = CertificateTrust.only(fresh.fingerprint).problem(with: next, of: "bench", at: before)
        #expect(problem?.hasPrefix("its certificate is valid only from 20") == true)
    }

    @Test("By an authority, a certificate is accepted for its own name only")
    func authority() throws {
        let (certificate, chain) = try made(for: "bench.example")
        let (stranger, _) = try made(for: "bench.example")
        let file = FileManager.default.temporaryDirectory.appending(path: "assay-ca-\(UUID().uuidString).pem").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        let trust = CertificateTrust.authorities(file: file)
        #expect(
            trust.problem(with: chain, of: "bench.example")?.contains("holds no readable certificate in PEM") == true
        )
        try Data(certificate.chain).write(to: URL(filePath: file))
        #expect(trust.problem(with: chain, of: "bench.example") == nil)
        #expect(trust.problem(with: chain, of: "other.example")?.contains("hostname mismatch") == true)
        #expect(trust.problem(with: chain, of: "192.0.2.1")?.contains("IP address mismatch") == true)
        // A zone does not belong to the address, and what OpenSSL cannot parse is not accepted without a check.
        #expect(trust.problem(with: chain, of: "fe80::1%eth0")?.contains("IP address mismatch") == true)
        for host in ["127.1", "192.0.2", "1.2.3.4.5", "fe80::zz", "%eth0:", ""] {
            let problem = trust.problem(with: chain, of: host)
            #expect(
                problem?.contains("is neither a name nor a whole address") == true,
                "\(host): \(problem ?? "accepted")"
            )
        }
        try Data(stranger.chain).write(to: URL(filePath: file))
        #expect(trust.problem(with: chain, of: "bench.example")?.contains("by the authorities in") == true)
    }

    @Test("Malformed certificates are rejected")
    func malformed() throws {
        let (certificate, chain) = try made()
        let trust = CertificateTrust.only(certificate.fingerprint)
        #expect(trust.problem(with: [], of: "bench") == "its certificate is malformed")
        #expect(trust.problem(with: [[1, 2, 3]], of: "bench") == "its certificate is malformed")
        #expect(trust.problem(with: [Array(chain[0].dropLast())], of: "bench") == "its certificate is malformed")
        #expect(ServerCertificate(chain: Array("no certificate".utf8), key: []) == nil)
    }

    @Test("A fingerprint is read in the forms in which programs print it")
    func fingerprints() throws {
        let (certificate, _) = try made()
        let text = certificate.fingerprint.description
        #expect(CertificateFingerprint(text) == certificate.fingerprint)
        let digits = String(text.dropFirst("sha256:".count))
        #expect(CertificateFingerprint(digits.uppercased()) == certificate.fingerprint)
        let pairs = stride(from: 0, to: 64, by: 2).map { String(digits.dropFirst($0).prefix(2)) }
        #expect(CertificateFingerprint("SHA256:" + pairs.joined(separator: ":")) == certificate.fingerprint)
        #expect(CertificateFingerprint(String(digits.dropLast())) == nil)
        #expect(CertificateFingerprint(digits.dropLast() + "x") == nil)
    }
}
