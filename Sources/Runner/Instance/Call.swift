import HAPModel
import Measurement
import SuiteLanguage
import Synchronization

/// A verb with its arguments, in which names are replaced by their values.
///
/// It records which arguments were read. An unread argument would have no effect, and the step would not do what it
/// says.
struct Call {
    let verb: String
    private let arguments: [Argument.Entry]
    private let scope: [String: JSON]
    private let reads = ReadRecord()
    /// Whether the step expects a procedure to reach its end.
    let mustReachEnd: Bool

    init(verb: String, arguments: [Argument.Entry], scope: [String: JSON], mustReachEnd: Bool) {
        self.verb = verb
        self.arguments = arguments
        self.scope = scope
        self.mustReachEnd = mustReachEnd
    }

    /// The value of a parameter.
    subscript(name: String) -> JSON? {
        reads.note(name)
        return value(name)
    }

    private func value(_ name: String) -> JSON? {
        arguments.first { $0.key == name }?.value.resolved(scope).json
    }

    /// The names in the arguments that have no value in this instance.
    var missing: [String] { arguments.flatMap { $0.value.missing(in: scope) } }

    /// The arguments that were not read yet.
    var unread: [String] { arguments.map(\.key).filter { !reads.has($0) } }

    /// All arguments but these, which count as read.
    func all(except own: Set<String>) -> [String: JSON] {
        var rest: [String: JSON] = [:]
        for entry in arguments where !own.contains(entry.key) {
            reads.note(entry.key)
            rest[entry.key] = entry.value.resolved(scope).json
        }
        return rest
    }

    func word(_ name: String) -> String? { self[name]?.stringValue }
    func bool(_ name: String) -> Bool? { self[name]?.boolValue }
    func number(_ name: String) -> Int64? { self[name]?.int64Value }
    func duration(_ name: String) -> Duration? { word(name).flatMap { Duration(suite: $0) } }

    /// The numbers of a stage or of a list of stages: `M3` is 3.
    func stages(_ name: String) -> [Int]? {
        guard let value = self[name] else { return nil }
        return (value.arrayValue ?? [value]).compactMap { $0.stringValue.flatMap { Int($0.dropFirst()) } }
    }

    /// Sizes in bytes: one, or a list.
    func sizes(_ name: String) -> [Int]? {
        guard let value = self[name] else { return nil }
        return (value.arrayValue ?? [value]).compactMap { $0.int64Value.map { Int(clamping: $0) } }
    }

    /// The characteristics of a parameter: one, or a list.
    func characteristics(_ name: String) -> [CharacteristicID] {
        guard let value = self[name] else { return [] }
        return (value.arrayValue ?? [value]).compactMap { element in
            // A plain `1.10` is parsed as a number; its spelling is the identifier.
            (element.stringValue ?? element.numberValue?.spelling).flatMap { CharacteristicID($0) }
        }
    }

    /// The characteristics that are keys, with the values to write.
    var writes: [(id: CharacteristicID, value: JSON)] {
        arguments.compactMap { entry in
            guard let id = CharacteristicID(scope[entry.key]?.stringValue ?? entry.key) else { return nil }
            reads.note(entry.key)
            return (id, entry.value.resolved(scope).json)
        }
    }

    /// All departures of the step from the protocol: `set`, and `alter` for a whole row.
    var departures: Departures {
        Departures(alterations: AlterationReader.alterations(self["set"]) + AlterationReader.alterations(self["alter"]))
    }

    /// Whether it prepares a timed write that a later step executes: true, or false if it executes one; `nil` if it does neither.
    var leavesPrepared: Bool? {
        if value("path")?.stringValue == "/prepare" { return true }
        return value("stage").map { $0.stringValue == "prepare" }
    }

    /// Whether a correct controller would not send this.
    var isTampered: Bool {
        if ["set", "alter", "only", "method", "flags", "of", "key-of", "signature", "aside", "stage"].contains(where: {
            value($0) != nil
        }
        ) {
            return true
        }
        return value("secured")?.boolValue == false || value("controller")?.stringValue == "stranger"
            || (value("code").map { $0.stringValue != "right" } ?? false)
    }
}

/// Records which arguments of a step were read.
private final class ReadRecord: Sendable {
    private let names = Mutex<Set<String>>([])

    func note(_ name: String) { names.withLock { _ = $0.insert(name) } }
    func has(_ name: String) -> Bool { names.withLock { $0.contains(name) } }
}
