import CSodium
import Synchronization

/// A source of random bytes; with a seed, a run is repeatable.
package protocol RandomSource: Sendable {
    /// The next `count` bytes.
    func bytes(_ count: Int) -> [UInt8]
}

extension RandomSource {
    /// The next `count` bytes as a secret.
    package func secret(_ count: Int) -> SecretBytes {
        var bytes = bytes(count)
        return SecretBytes(wiping: &bytes)
    }
}

/// The operating system's random source.
package struct SystemRandom: RandomSource {
    package init() {}

    package func bytes(_ count: Int) -> [UInt8] {
        _ = Sodium.isReady
        var bytes = [UInt8](repeating: 0, count: count)
        randombytes_buf(&bytes, count)
        return bytes
    }
}

/// Deterministic bytes from a seed: the same seed gives the same bytes in the same order.
///
/// It is as unpredictable as its seed: use it for repeatable runs against simulators, not for permanent pairings.
package final class SeededRandom: RandomSource {
    private let key: SecretBytes
    private let position = Mutex<UInt64>(0)

    /// A source for `seed` of any length.
    package init(seed: [UInt8]) {
        key = SecretBytes(SHA512.hash(seed).prefix(Int(crypto_stream_chacha20_KEYBYTES)))
    }

    package convenience init(seed: UInt64) {
        self.init(seed: seed.littleEndianBytes)
    }

    package func bytes(_ count: Int) -> [UInt8] {
        let nonce = position.withLock { position in
            position += 1
            return position.littleEndianBytes
        }
        var bytes = [UInt8](repeating: 0, count: count)
        key.withPointer { _ = crypto_stream_chacha20(&bytes, UInt64(count), nonce, $0) }
        return bytes
    }
}

/// The numbers of a random source.
package struct RandomNumbers: RandomNumberGenerator, Sendable {
    private let source: any RandomSource

    package init(_ source: any RandomSource) {
        self.source = source
    }

    package mutating func next() -> UInt64 {
        source.bytes(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
