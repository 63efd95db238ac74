import CSodium

/// Secret bytes: zeroed when the last reference is released, never printed, never encoded.
///
/// The bytes never change after `init`, so concurrent reads are safe.
package final class SecretBytes: @unchecked Sendable {
    private let storage: UnsafeMutablePointer<UInt8>

    /// The number of bytes.
    package let count: Int

    /// Copies `bytes`; the caller remains responsible for its own copy.
    package init(_ bytes: some Collection<UInt8>) {
        _ = Sodium.isReady
        count = bytes.count
        storage = .allocate(capacity: max(1, count))
        _ = UnsafeMutableBufferPointer(start: storage, count: count).initialize(from: bytes)
    }

    /// Copies `bytes` and zeroes the caller's copy.
    package convenience init(wiping bytes: inout [UInt8]) {
        self.init(bytes)
        Wipe.bytes(&bytes)
    }

    /// Bytes that `fill` writes in place, so that no second copy exists.
    init(count: Int, fill: (UnsafeMutablePointer<UInt8>) -> Void) {
        _ = Sodium.isReady
        self.count = count
        storage = .allocate(capacity: max(1, count))
        storage.initialize(repeating: 0, count: max(1, count))
        fill(storage)
    }

    deinit {
        sodium_memzero(storage, count)
        storage.deallocate()
    }

    /// Gives `body` access to the bytes.
    func withBuffer<Value>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Value) rethrows -> Value {
        try body(UnsafeBufferPointer(start: storage, count: count))
    }

    /// Gives C code in `body` access to the bytes.
    func withPointer<Value>(_ body: (UnsafePointer<UInt8>) throws -> Value) rethrows -> Value {
        try body(UnsafePointer(storage))
    }

    /// Gives `body` a copy of the bytes, and zeroes it afterwards.
    package func withBytes<Value>(_ body: ([UInt8]) throws -> Value) rethrows -> Value {
        var copy = withBuffer { [UInt8]($0) }
        defer { Wipe.bytes(&copy) }
        return try body(copy)
    }
}

extension SecretBytes: Equatable {
    /// Compares in a time that depends only on the length.
    package static func == (left: SecretBytes, right: SecretBytes) -> Bool {
        left.count == right.count && sodium_memcmp(left.storage, right.storage, left.count) == 0
    }
}

extension SecretBytes: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "\(count) secret bytes" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
