import HAPCrypto

/// Finds out which usual mistake of the sender explains a frame that does not open.
struct FrameDiagnosis {
    let key: EncryptionKey
    let otherKey: EncryptionKey?
    let counter: UInt64

    /// The searched distance from the right counter.
    static let reach: UInt64 = 16

    func of(_ sealed: ArraySlice<UInt8>, aad: [UInt8]) -> String? {
        if let other = otherCounter({ opens(sealed, key, AEADNonce(counter: $0), aad) }) {
            return "under counter \(other)"
        }
        if let otherKey, let used = anyCounter({ opens(sealed, otherKey, AEADNonce(counter: $0), aad) }) {
            return "with the key of the other direction under counter \(used)"
        }
        let right = AEADNonce(counter: counter)
        if opens(sealed, key, right, []) { return "if the length is not authenticated" }
        if opens(sealed, key, right, aad.reversed()) { return "if the length is authenticated with its bytes reversed" }
        let number = right.bytes.suffix(8)
        if opens(sealed, key, AEADNonce(fitting: Array(number.reversed())), aad) {
            return "if the counter is big endian"
        }
        if opens(sealed, key, AEADNonce(fitting: number + [0, 0, 0, 0]), aad) {
            return "if the counter precedes the four zero bytes"
        }
        return nil
    }

    private func opens(_ sealed: ArraySlice<UInt8>, _ key: EncryptionKey, _ nonce: AEADNonce, _ aad: [UInt8]) -> Bool {
        ChaChaPoly.open(sealed, key: key, nonce: nonce, aad: aad) != nil
    }

    private func otherCounter(_ fits: (UInt64) -> Bool) -> UInt64? {
        let lowest = counter - min(counter, Self.reach)
        if lowest > 0, fits(0) { return 0 }
        return (lowest...max(counter, counter &+ Self.reach)).first { $0 != counter && fits($0) }
    }

    private func anyCounter(_ fits: (UInt64) -> Bool) -> UInt64? {
        fits(counter) ? counter : otherCounter(fits)
    }
}
