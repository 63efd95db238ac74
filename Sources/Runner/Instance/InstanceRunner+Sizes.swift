import HAPController
import HAPModel
import HAPSession
import Observations

/// Answers of chosen sizes: an accessory may cut those that just do not fit into one of its buffers, and no others.
extension InstanceRunner {
    /// By how many bytes an answer may be longer or shorter than it should be.
    private static let sizeTolerance = 4
    /// The second attempt corrects the size by the error of the first: a shorter answer has fewer lines of chunks.
    private static let attempts = 2

    /// Reads groups of characteristics whose answers have about the given sizes, counted with the header block and without it.
    ///
    /// An answer may be a few bytes longer or shorter than it should be, because a value has changed.
    func readSizes(_ arguments: ReadSizesArguments, on name: String) async -> Observation {
        guard let wire = await secured(name)?.wire else { return noSession }
        var ids = CharacteristicChoice.readable.ids(in: run)
        var seen = SizesObservation()
        // Entries with types are longer, so that few of them are enough; without, the sizes are finer.
        for options in [
            ReadOptions(), ReadOptions(type: true), ReadOptions(metadata: true, permissions: true, type: true),
        ] {
            let all = await wire.perform(.read(ids, options), within: patience)
            guard all.answer != nil else {
                spoil(name)
                return .notDone("the characteristics could not be read")
            }
            // Where one fails, each entry has a status. The next time it is left out.
            ids = ids.filter { all[$0]?.value != nil }
            guard let sizes = all.answer.flatMap(AnswerSizes.init) else { continue }
            for (size, withHead) in arguments.sizes.flatMap({ [($0, true), ($0, false)] }) {
                var target = size
                for _ in 0..<Self.attempts {
                    guard let choice = sizes.choice(for: target, withHead: withHead) else { break }
                    let read = await wire.perform(.read(choice.ids, options), within: patience)
                    seen.evidence += read.evidence
                    guard let answer = read.answer else {
                        spoil(name)
                        seen.failed = choice.size
                        seen.failure = ExchangeObservation(read, kind: .exchange, within: patience).summary
                        return .sizes(seen)
                    }
                    let actual = answer.message.sentLength + (withHead ? answer.message.headLength : 0)
                    let isReached = abs(actual - size) <= Self.sizeTolerance
                    if answer.isAccepted, isReached { seen.reached.append(actual) }
                    guard answer.isAccepted, !isReached else { break }
                    target += size - actual
                }
            }
        }
        return .sizes(seen)
    }
}
