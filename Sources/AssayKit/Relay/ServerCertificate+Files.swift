package import Certificates
import Foundation

extension ServerCertificate {
    /// The certificate and the key in two PEM files.
    ///
    /// - Throws: ``SetupError`` if they cannot be read.
    package static func read(certificate: String, key: String) throws(SetupError) -> ServerCertificate {
        func bytes(_ path: String) throws(SetupError) -> [UInt8] {
            guard let data = FileManager.default.contents(atPath: path) else {
                throw SetupError(.unusable, "the file \(path) cannot be read")
            }
            return [UInt8](data)
        }
        guard let read = ServerCertificate(chain: try bytes(certificate), key: try bytes(key)) else {
            throw SetupError(.unusable, "the file \(certificate) holds no certificate in PEM")
        }
        return read
    }

    /// The certificate that is kept in the state folder, so that its fingerprint stays the same. It is made when none is kept, or
    /// when the kept one has expired.
    ///
    /// - Throws: ``SetupError`` if the folder cannot be written.
    package static func kept(in state: StateFolder) throws(SetupError) -> ServerCertificate {
        let folder = try state.writable()
        let (certificate, key) = (folder + "/relay-certificate.pem", folder + "/relay-key.pem")
        let manager = FileManager.default
        if let chain = manager.contents(atPath: certificate), let secret = manager.contents(atPath: key),
            let kept = ServerCertificate(chain: [UInt8](chain), key: [UInt8](secret)), kept.problem() == nil
        {
            return kept
        }
        // The clock of a tester may be a little behind.
        let now = Date()
        let name = ProcessInfo.processInfo.hostName
        guard let made = made(for: name, from: now.addingTimeInterval(-day), until: now.addingTimeInterval(tenYears))
        else {
            throw SetupError(.fault, "a certificate for the relay could not be made")
        }
        for (path, bytes) in [(key, made.key), (certificate, made.chain)] {
            guard manager.createFile(atPath: path, contents: Data(bytes), attributes: [.posixPermissions: 0o600]) else {
                throw SetupError(.unusable, "the file \(path) cannot be written; choose another folder with --state")
            }
        }
        return made
    }

    private static let day: TimeInterval = 86400
    private static let tenYears = 3650 * day
}
