import NIOSSL

/// The certificate with which a server proves who it is, and its private key; both in PEM.
package struct TLSIdentity: Sendable {
    private let context: NIOSSLContext

    /// - Parameters:
    ///   - chain: the server's certificate, and those of the authorities that issued it.
    ///   - key: the private key of the first certificate.
    /// - Throws: ``LinkError`` if they cannot be read, or do not belong together.
    package init(chain: [UInt8], key: [UInt8]) throws(LinkError) {
        do {
            let certificates = try NIOSSLCertificate.fromPEMBytes(chain)
            guard !certificates.isEmpty else { throw NIOSSLError.failedToLoadCertificate }
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: certificates.map { .certificate($0) },
                privateKey: .privateKey(try NIOSSLPrivateKey(bytes: key, format: .pem))
            )
            configuration.minimumTLSVersion = .tlsv13
            context = try NIOSSLContext(configuration: configuration)
        } catch {
            throw LinkError(.unreachable, "the certificate and its key cannot be used: \(error)")
        }
    }

    /// A handler that encrypts an accepted connection.
    func handler() -> NIOSSLServerHandler { NIOSSLServerHandler(context: context) }
}
