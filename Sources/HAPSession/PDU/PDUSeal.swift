package import HAPCrypto
package import HAPModel

/// Seals or opens the messages of one direction of a session over CoAP: ciphertext and a tag of 16 bytes, without
/// associated data (HAP-COAP-022, HAP-COAP-023).
///
/// Its departures are those of secure frames: the points of ``FramePoint`` without a length, and ``FrameGuard``.
package struct PDUSeal: Sendable {
    /// This side's departures from the protocol; a change takes effect from the next message on.
    package var departures: Departures
    /// How many messages were sealed, or opened.
    package private(set) var counter: UInt64
    private let key: EncryptionKey
    /// The key of the other direction, for a peer that accepts its own messages.
    private let otherKey: EncryptionKey?
    private let random: any RandomSource
    /// The prefix of the points: `frame`, or `event-frame` for events.
    private let procedure: String

    /// The prefix of the points of events, which have a key of their own.
    package static let events = "event-frame"
    /// How far a lax peer searches for a matching counter.
    private static let carelessness: UInt64 = 64

    package init(
        key: EncryptionKey,
        otherKey: EncryptionKey? = nil,
        procedure: String = "frame",
        departures: Departures = .none,
        random: any RandomSource = SystemRandom()
    ) {
        self.key = key
        self.otherKey = otherKey
        self.procedure = procedure
        self.departures = departures
        self.random = random
        counter = procedure == Self.events ? 0 : UInt64(clamping: departures.constant(FrameConstant.firstCounter))
    }

    /// The ciphertext and its tag.
    package mutating func seal(_ message: [UInt8]) -> [UInt8] {
        defer { count() }
        guard !departures.alterations.isEmpty else {
            return ChaChaPoly.seal(message, key: key, nonce: AEADNonce(counter: counter), aad: [])
        }
        var alterer = Alterer(departures, procedure: procedure, random: random)
        let plain = alterer.bytes(FramePoint.plain.inner, message)
        let key = EncryptionKey(alterer.secret(FramePoint.key.inner, key.secret))
        let nonce = AEADNonce(fitting: alterer.bytes(FramePoint.nonce.inner, AEADNonce(counter: counter).bytes))
        let aad = alterer.bytes(FramePoint.aad.inner, [])
        let sealed = ChaChaPoly.seal(plain, key: key, nonce: nonce, aad: aad)
        let whole =
            alterer.bytes(FramePoint.text.inner, Array(sealed.dropLast(ChaChaPoly.tagLength)))
            + alterer.bytes(FramePoint.tag.inner, Array(sealed.suffix(ChaChaPoly.tagLength)))
        return alterer.bytes(FramePoint.whole.inner, whole)
    }

    /// The plain message; `nil` if it does not open, and then the counter stays.
    ///
    /// - Parameter lost: how many messages before this one may have been lost. Older messages never open again.
    package mutating func open(_ sealed: [UInt8], afterAtMost lost: UInt64 = 0) -> [UInt8]? {
        for next in counter...counter + lost {
            guard let plain = open(sealed, key, next) else { continue }
            counter = next
            count()
            return plain
        }
        return departures.guards.isEmpty ? nil : openCarelessly(sealed)
    }

    private func open(_ sealed: [UInt8], _ key: EncryptionKey, _ counter: UInt64) -> [UInt8]? {
        ChaChaPoly.open(sealed, key: key, nonce: AEADNonce(counter: counter), aad: [])
    }

    /// The message that a peer accepts which leaves out checks.
    private mutating func openCarelessly(_ sealed: [UInt8]) -> [UInt8]? {
        if departures.skips(.replay) {
            for earlier in (counter - min(counter, Self.carelessness)..<counter).reversed() {
                if let plain = open(sealed, key, earlier) { return plain }
            }
        }
        if departures.skips(.order) {
            for later in counter + 1...counter + Self.carelessness {
                guard let plain = open(sealed, key, later) else { continue }
                counter = later
                count()
                return plain
            }
        }
        if departures.skips(.reflection), let otherKey {
            for other in 0...counter + Self.carelessness {
                if let plain = open(sealed, otherKey, other) { return plain }
            }
        }
        guard let plain = departures.openCarelessly(sealed, key: key, nonce: AEADNonce(counter: counter), aad: [])
        else {
            return nil
        }
        count()
        return plain
    }

    private mutating func count() {
        let step = procedure == Self.events ? 1 : departures.constant(FrameConstant.counterStep)
        counter &+= UInt64(bitPattern: step)
    }
}
