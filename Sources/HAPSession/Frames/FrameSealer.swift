package import HAPCrypto
package import HAPModel

/// Encrypts the sent bytes of one side of a session (HAP R1 5.5.2).
package struct FrameSealer: Sendable {
    /// A frame and its text.
    package struct Frame: Sendable, Hashable {
        /// As sent.
        package let raw: [UInt8]
        /// The original text.
        package let plain: [UInt8]
        /// The counter without alterations.
        package let counter: UInt64

        package init(raw: [UInt8], plain: [UInt8], counter: UInt64) {
            self.raw = raw
            self.plain = plain
            self.counter = counter
        }
    }

    /// The departures; a change takes effect from the next frame on and restarts the count of passes.
    package var departures: Departures {
        didSet { alterer = Self.alterer(departures, random) }
    }
    /// The counter of the next frame.
    package private(set) var counter: UInt64
    private let key: EncryptionKey
    private let random: any RandomSource
    private var alterer: Alterer?

    package init(key: EncryptionKey, departures: Departures = .none, random: any RandomSource = SystemRandom()) {
        self.key = key
        self.departures = departures
        self.random = random
        alterer = Self.alterer(departures, random)
        counter = UInt64(clamping: departures.constant(FrameConstant.firstCounter))
    }

    private static func alterer(_ departures: Departures, _ random: any RandomSource) -> Alterer? {
        departures.alterations.isEmpty ? nil : Alterer(departures, procedure: "frame", random: random)
    }

    /// The frames of a message.
    ///
    /// - Parameter sizes: the frames' text lengths; the last one repeats; `nil` uses the maximum.
    package mutating func seal(_ message: [UInt8], sizes: [Int]? = nil) -> [Frame] {
        let largest = max(1, Int(clamping: departures.constant(FrameConstant.maximumText)))
        if message.count <= largest, sizes == nil { return message.isEmpty ? [] : sealOne(message[...]) }
        let sizes = sizes.flatMap { $0.isEmpty ? nil : $0 } ?? [largest]
        var frames: [Frame] = []
        var rest = message[...]
        var index = 0
        while !rest.isEmpty {
            // A size of 0 creates an empty frame; the last size must be positive to make progress.
            let isLast = index >= sizes.count - 1
            let size = max(isLast ? 1 : 0, sizes[min(index, sizes.count - 1)])
            frames += sealOne(rest.prefix(min(size, Int(UInt16.max))))
            rest = rest.dropFirst(min(size, Int(UInt16.max)))
            index += 1
        }
        return frames
    }

    /// One frame with all of `text`, which may be empty; more than 65535 bytes do not fit.
    package mutating func sealOne(_ text: ArraySlice<UInt8>) -> [Frame] {
        defer { count() }
        let text = text.prefix(Int(UInt16.max))
        let length = FrameFormat.length(text.count)
        guard alterer == nil else { return sealAltered(text, length: length) }
        let sealed = ChaChaPoly.seal(text, key: key, nonce: AEADNonce(counter: counter), aad: length)
        return [Frame(raw: length + sealed, plain: Array(text), counter: counter)]
    }

    private mutating func count() {
        let isLast = counter == UInt64(clamping: departures.constant(FrameConstant.lastCounter))
        counter = isLast ? 0 : counter &+ UInt64(bitPattern: departures.constant(FrameConstant.counterStep))
    }

    private mutating func sealAltered(_ text: ArraySlice<UInt8>, length: [UInt8]) -> [Frame] {
        guard var alterer else { return [] }
        defer { self.alterer = alterer }
        let plain = alterer.bytes(FramePoint.plain.inner, Array(text))
        let stated = plain.count == text.count ? length : FrameFormat.length(plain.count)
        let key = EncryptionKey(alterer.secret(FramePoint.key.inner, key.secret))
        let nonce = AEADNonce(fitting: alterer.bytes(FramePoint.nonce.inner, AEADNonce(counter: counter).bytes))
        let aad = alterer.bytes(FramePoint.aad.inner, stated)
        let sealed = ChaChaPoly.seal(plain, key: key, nonce: nonce, aad: aad)
        let raw =
            alterer.bytes(FramePoint.length.inner, stated)
            + alterer.bytes(FramePoint.text.inner, Array(sealed.dropLast(ChaChaPoly.tagLength)))
            + alterer.bytes(FramePoint.tag.inner, Array(sealed.suffix(ChaChaPoly.tagLength)))
        return alterer.field(FramePoint.whole.inner, raw).map { Frame(raw: $0, plain: Array(text), counter: counter) }
    }
}

extension Departures {
    /// The constant's value, unless this peer overrides it.
    func constant(_ constant: FrameConstant) -> Int64 {
        constants.isEmpty ? constant.standard : self.constant(constant.name, constant.standard)
    }

    /// Whether the check is omitted.
    func skips(_ check: FrameGuard) -> Bool {
        !guards.isEmpty && skips(check.name)
    }
}
