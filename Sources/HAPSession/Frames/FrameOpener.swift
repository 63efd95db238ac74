package import HAPCrypto
package import HAPModel

/// Decrypts the received bytes of one side of a session, in pieces of any size.
///
/// Decryption stops at the first frame that does not open: its bytes and later ones are not used (HAP R1 5.5.2).
package struct FrameOpener: Sendable {
    /// The result of a frame.
    package enum Result: Sendable, Hashable {
        case opened(Frame)
        case failed(Failure)
    }

    /// A decrypted frame.
    package struct Frame: Sendable, Hashable {
        /// As received.
        package let raw: [UInt8]
        package let plain: [UInt8]
        package let counter: UInt64
    }

    /// A frame that could not be decrypted.
    package struct Failure: Sendable, Hashable, CustomStringConvertible {
        package enum Kind: Sendable, Hashable {
            /// Its length exceeds the maximum.
            case tooLong(Int)
            /// Its tag is wrong.
            case tag
        }

        package let kind: Kind
        /// The received part.
        package let raw: [UInt8]
        /// The expected counter.
        package let counter: UInt64
        /// The seal that would have fitted, in words; `nil` if no usual mistake explains it.
        package let diagnosis: String?

        /// Whether the sender has begun to count again, long after the session began. A link that repeats what it sent just before
        /// does not look like that.
        package var hasCounterFromStart: Bool { diagnosis == "under counter 0" && counter > FrameDiagnosis.reach }

        package var description: String {
            let text: String =
                switch kind {
                case .tooLong(let count): "frame \(counter) announces \(count) bytes; 1024 are allowed"
                case .tag: "frame \(counter) does not open with its key and counter"
                }
            return diagnosis.map { "\(text): it opens \($0)" } ?? text
        }
    }

    /// This side's deviations from the protocol.
    package var departures: Departures
    /// The counter of the next frame.
    package private(set) var counter: UInt64
    /// Why decryption has stopped.
    package private(set) var failure: Failure?
    /// Whether a frame that is too long is opened nevertheless: a tester reports it, and reads what it carries.
    private let opensLong: Bool
    private let key: EncryptionKey
    private let otherKey: EncryptionKey?
    private var buffer: [UInt8] = []
    private var first = 0

    /// - Parameter otherKey: the key of the other direction, to recognize a peer that uses it by mistake.
    /// - Parameter opensLong: whether to open frames that are too long, too.
    package init(
        key: EncryptionKey,
        otherKey: EncryptionKey? = nil,
        departures: Departures = .none,
        opensLong: Bool = false
    ) {
        self.opensLong = opensLong
        self.key = key
        self.otherKey = otherKey
        self.departures = departures
        counter = UInt64(clamping: departures.constant(FrameConstant.firstCounter))
    }

    /// The bytes that do not belong to a complete frame.
    package var pending: [UInt8] { Array(buffer[first...]) }

    /// Whether no frame has begun.
    package var isIdle: Bool { first == buffer.count }

    /// Takes bytes, and gives the frames that are then complete.
    package mutating func feed(_ bytes: [UInt8]) -> [Result] {
        append(bytes)
        var results: [Result] = []
        while let result = next() { results.append(result) }
        return results
    }

    /// Appends bytes without decryption; after a failure they are dropped.
    package mutating func append(_ bytes: [UInt8]) {
        guard failure == nil else { return }
        if first == buffer.count {
            buffer = bytes
            first = 0
            return
        }
        if first > 0, first >= buffer.count / 2 {
            buffer.removeFirst(first)
            first = 0
        }
        buffer += bytes
    }

    /// The next frame, if it is complete.
    package mutating func next() -> Result? {
        let present = buffer.count - first
        guard failure == nil, present >= FrameFormat.lengthBytes else { return nil }
        let aad = [buffer[first], buffer[first + 1]]
        let count = Int(aad[0]) | Int(aad[1]) << 8
        let isTooLong = count > FrameFormat.maximumText && !departures.skips(.length)
        if isTooLong, !opensLong || Self.plainBeginnings.contains(aad) {
            return fail(.tooLong(count), raw: Array(buffer[first...].prefix(count + FrameFormat.overhead)), nil)
        }
        let end = first + count + FrameFormat.overhead
        guard end <= buffer.count else { return nil }
        let sealed = buffer[(first + FrameFormat.lengthBytes)..<end]
        guard let (plain, used) = open(sealed, aad: aad) else {
            let raw = Array(buffer[first..<end])
            if isTooLong { return fail(.tooLong(count), raw: raw, nil) }
            let diagnosis = FrameDiagnosis(key: key, otherKey: otherKey, counter: counter)
            return fail(.tag, raw: raw, diagnosis.of(sealed, aad: aad))
        }
        let raw = first == 0 && end == buffer.count ? buffer : Array(buffer[first..<end])
        first = end
        // After a replay or a reflection the expected counter does not change.
        if let used, used >= counter {
            let isLast = used == UInt64(clamping: departures.constant(FrameConstant.lastReceivedCounter))
            counter = isLast ? 0 : used &+ UInt64(bitPattern: departures.constant(FrameConstant.counterStep))
        }
        return .opened(Frame(raw: raw, plain: plain, counter: used ?? counter))
    }

    /// The beginnings of plain responses and events, which are no lengths: nothing more would arrive.
    private static let plainBeginnings = [Array("HT".utf8), Array("EV".utf8)]

    /// A frame that is too long, of which only a part has arrived.
    package var unfinishedLongFrame: Failure? {
        let part = pending
        guard opensLong, failure == nil, part.count >= FrameFormat.lengthBytes else { return nil }
        let count = Int(part[0]) | Int(part[1]) << 8
        guard count > FrameFormat.maximumText else { return nil }
        return Failure(kind: .tooLong(count), raw: part, counter: counter, diagnosis: nil)
    }

    private mutating func fail(_ kind: Failure.Kind, raw: [UInt8], _ diagnosis: String?) -> Result {
        let failure = Failure(kind: kind, raw: raw, counter: counter, diagnosis: diagnosis)
        self.failure = failure
        return .failed(failure)
    }

    /// How far a lax peer searches for a matching counter.
    private static let carelessness: UInt64 = 64

    /// The text and the counter that opened it; `nil` for the counter of the other direction.
    private func open(_ sealed: ArraySlice<UInt8>, aad: [UInt8]) -> ([UInt8], UInt64?)? {
        if let plain = ChaChaPoly.open(sealed, key: key, nonce: AEADNonce(counter: counter), aad: aad) {
            return (plain, counter)
        }
        guard !departures.guards.isEmpty else { return nil }
        var others: [UInt64] = []
        if departures.skips(.replay) { others += (counter - min(counter, Self.carelessness)..<counter).reversed() }
        if departures.skips(.order) { others += (1...Self.carelessness).map { counter &+ $0 } }
        for other in others {
            guard let plain = ChaChaPoly.open(sealed, key: key, nonce: AEADNonce(counter: other), aad: aad) else {
                continue
            }
            return (plain, other)
        }
        if departures.skips(.reflection), let otherKey {
            for other in 0...counter &+ Self.carelessness {
                guard let plain = ChaChaPoly.open(sealed, key: otherKey, nonce: AEADNonce(counter: other), aad: aad)
                else { continue }
                return (plain, nil)
            }
        }
        let careless = departures.openCarelessly(Array(sealed), key: key, nonce: AEADNonce(counter: counter), aad: aad)
        return careless.map { ($0, counter) }
    }
}
