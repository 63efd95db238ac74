import HAPCrypto
import Links
import Measurement

/// One end of an echo: messages of a known length, in one encrypted frame each or as they are.
struct EchoPort {
    /// The length of a frame's header, which holds the length of its text.
    private static let headerLength = 2

    let link: any Link
    let isEncrypted: Bool
    /// Both sides use the same key, which everyone may know.
    static let key = EncryptionKey(SecretBytes([UInt8](repeating: 7, count: EncryptionKey.length)))
    private var sent: UInt64 = 0
    private var received: UInt64 = 0
    private var pending: [UInt8] = []

    init(link: any Link, isEncrypted: Bool) {
        self.link = link
        self.isEncrypted = isEncrypted
    }

    mutating func send(_ text: [UInt8]) async throws {
        guard isEncrypted else {
            try await link.send(text)
            return
        }
        let header = [UInt8(truncatingIfNeeded: text.count), UInt8(truncatingIfNeeded: text.count >> 8)]
        try await link.send(header + ChaChaPoly.seal(text, key: Self.key, nonce: AEADNonce(counter: sent), aad: header))
        sent += 1
    }

    /// The next encrypted message of any length; `nil` if it does not come, or is encrypted wrongly.
    mutating func receive(until deadline: Moment) async -> [UInt8]? {
        while pending.count < Self.headerLength {
            guard case .bytes(let bytes, _) = await link.receive(until: deadline) else { return nil }
            pending += bytes
        }
        return await receive(Int(pending[0]) | Int(pending[1]) << 8, until: deadline)
    }

    /// The next message of this length; `nil` if it does not come, or is encrypted wrongly.
    mutating func receive(_ length: Int, until deadline: Moment) async -> [UInt8]? {
        let whole = isEncrypted ? Self.headerLength + length + ChaChaPoly.tagLength : length
        while pending.count < whole {
            guard case .bytes(let bytes, _) = await link.receive(until: deadline) else { return nil }
            pending += bytes
        }
        let frame = pending.prefix(whole)
        pending.removeFirst(whole)
        guard isEncrypted else { return Array(frame) }
        defer { received += 1 }
        return ChaChaPoly.open(
            frame.dropFirst(Self.headerLength),
            key: Self.key,
            nonce: AEADNonce(counter: received),
            aad: Array(frame.prefix(Self.headerLength))
        )
    }
}
