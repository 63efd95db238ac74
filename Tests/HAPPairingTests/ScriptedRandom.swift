import HAPCrypto
import Synchronization

/// Random bytes given in advance, then seeded ones.
final class ScriptedRandom: RandomSource {
    private let script: Mutex<[[UInt8]]>
    private let rest = SeededRandom(seed: 99)

    init(_ script: [[UInt8]]) {
        self.script = Mutex(script)
    }

    func bytes(_ count: Int) -> [UInt8] {
        let scripted = script.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        return scripted ?? rest.bytes(count)
    }
}
