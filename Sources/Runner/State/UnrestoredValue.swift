import HAPModel
import SuiteLanguage

/// A value that the accessory did not take back.
struct UnrestoredValue: Sendable {
    var id: CharacteristicID
    /// The value before the instance.
    var old: JSON
    /// The instance that changed it; `nil` outside a run of suites.
    var instance: String?
    /// What the accessory answered, in words.
    var answer: String
    /// The number of the journal's event after the attempt, which tells the order of several.
    var sequence: UInt64

    /// A note for each characteristic, about the first instance: the others found a value that was already changed.
    static func notes(of values: [UnrestoredValue]) -> [String] {
        Dictionary(grouping: values, by: \.id).sorted { $0.key < $1.key }.compactMap { id, values in
            values.min { $0.sequence < $1.sequence }.map { first in
                let more = values.count - 1
                return "\(id) could not be put back to \(first.old.serialized()) after "
                    + "\(first.instance ?? "the measurement"): \(first.answer)"
                    + (more > 0 ? "; nor after \(Spoken.count(more, "more instance"))" : "")
            }
        }
    }
}
