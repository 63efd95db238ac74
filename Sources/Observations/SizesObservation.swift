package import HAPModel

/// Answers of chosen sizes.
package struct SizesObservation: Sendable {
    /// The sizes of the answers that arrived, in bytes.
    package var reached: [Int] = []
    /// The expected size of the answer that did not, in bytes; `nil` if each arrived.
    package var failed: Int?
    /// What arrived instead of it, in words.
    package var failure = ""
    /// The numbers of the wire events.
    package var evidence: [UInt64] = []

    package init() {}

    /// The observation for the journal and the judge.
    package var json: JSON {
        let bytes = reached.map(\.description).joined(separator: ", ")
        let sizes = reached.isEmpty ? "no answer of such a size" : "answers of \(bytes) bytes"
        return [
            "kind": "sizes",
            "tried": JSON(reached.count + (failed == nil ? 0 : 1)),
            "reached": .array(reached.map { JSON($0) }),
            "failed": failed.map { JSON($0) } ?? .null,
            "evidence": .array(evidence.map { JSON($0) }),
            "summary": .string(failed.map { "\(failure), where an answer of \($0) bytes was due; \(sizes)" } ?? sizes),
        ]
    }
}
