import HAPCrypto
import HAPModel
import Judge
import RunRecord
import Testing

/// The keys of the sessions of a journal, computed from the accessory's ephemeral secrets, which only a test knows.
struct SessionSecrets {
    /// The keys that decrypt only the sessions' frames, the shared secrets and the keys of pair-verify.
    let keys: [[UInt8]]
    /// The number of sessions whose first frames these keys decrypt.
    let proven: Int
    /// The public values that the controllers sent.
    let publicKeys: [[UInt8]]

    /// - Parameters:
    ///   - journal: lines of journals, among others.
    /// - scalars: the random values of the accessory, including its ephemeral secrets.
    init(journal texts: [String], scalars: [[UInt8]]) throws {
        let events = texts.flatMap { $0.split(separator: "\n") }.compactMap { JournalEvent(line: Array($0.utf8)) }
            .filter { $0.kind == .wire && $0.body["direction"] == "out" }
        func bytes(_ event: JournalEvent) -> [UInt8]? { event.body["hex"]?.stringValue.flatMap(Hex.decode) }
        publicKeys = events.filter { $0.body["start"] == "POST /pair-verify HTTP/1.1" && $0.body["state"] == 1 }
            .compactMap(bytes).compactMap { request in
                request.firstRange(of: Array("\r\n\r\n".utf8)).flatMap {
                    TLV8(decoding: Array(request[$0.upperBound...]))[.publicKey]
                }
            }.filter { $0.count == Curve25519KeyPair.keyLength }
        let firstFrames = events.filter { $0.body["kind"] == "frame" && $0.body["decoded"]?["counter"] == 0 }
            .compactMap(bytes)
        var keys: [[UInt8]] = []
        var proven = 0
        for scalar in scalars {
            let pair = Curve25519KeyPair(fitting: SecretBytes(scalar))
            for publicKey in publicKeys {
                guard let shared = pair.sharedSecret(with: publicKey) else { continue }
                let sealing = EncryptionKey(HKDF.derive(.controllerToAccessoryKey, from: shared.secret))
                let opens = firstFrames.contains { frame in
                    ChaChaPoly.open(
                        Array(frame.dropFirst(2)),
                        key: sealing,
                        nonce: AEADNonce(counter: 0),
                        aad: Array(frame.prefix(2))
                    ) != nil
                }
                guard opens else { continue }
                proven += 1
                keys.append(shared.secret.withBytes { $0 })
                for label in [KeyLabel.controllerToAccessoryKey, .accessoryToControllerKey, .pairVerifySessionKey] {
                    keys.append(HKDF.derive(label, from: shared.secret).withBytes { $0 })
                }
            }
        }
        (self.keys, self.proven) = (keys, proven)
    }
}
