import AssayKit
import Foundation
import HAPAccessory
import HAPModel
import Reporting

/// Carries out the commands that the user types while a simulated accessory is running.
struct SimulatorOrders {
    /// A command, and the words that explain it.
    struct Order {
        /// `set AID.IID VALUE`.
        let usage: String
        let meaning: String
        let example: String

        var name: String { usage.split(separator: " ").first.map(String.init) ?? usage }
    }

    /// All commands, in the order of the help.
    static let all = [
        Order(
            usage: "set AID.IID VALUE",
            meaning: "changes a value as the device itself would",
            example: "set 1.51 true"
        ),
        Order(
            usage: "press AID.IID PRESS",
            meaning: "presses a button: single, double or long, or 0, 1 or 2",
            example: "press 1.34 double"
        ),
        Order(usage: "on DEFECT", meaning: "shows a defect or a twin from now on", example: "on below-min-accepted"),
        Order(usage: "off DEFECT", meaning: "shows it no longer", example: "off below-min-accepted"),
        Order(usage: "show", meaning: "prints all values, and the defects that are on", example: "show"),
        Order(usage: "help", meaning: "prints these commands", example: "help"),
        Order(usage: "quit", meaning: "ends the accessory", example: "quit"),
    ]

    let accessory: SimulatedAccessory
    /// The defects and twins that are on.
    private var shown: [String]

    /// - Parameter shown: the defects and twins that are on from the start.
    init(_ accessory: SimulatedAccessory, shown: [String]) {
        self.accessory = accessory
        self.shown = shown
    }

    /// Reads commands until `quit`, the end of the input, or the end of the task.
    mutating func take(_ lines: AsyncStream<String>) async {
        for await line in lines {
            let words = line.split(separator: " ", maxSplits: 2).map(String.init)
            guard let verb = words.first else { continue }
            if verb == "quit" { return }
            Terminal.sayFolded(answer(verb, Array(words.dropFirst())))
        }
        // After the end of the input, the accessory keeps running until a signal ends it.
        try? await Task.sleep(for: .seconds(Int64.max / 2_000_000_000))
    }

    private mutating func answer(_ verb: String, _ words: [String]) -> CleanText {
        guard let order = Self.all.first(where: { $0.name == verb }) else {
            return "unknown command `\(verb)`; expected one of \(Self.all.map(\.name).joined(separator: ", "))"
        }
        guard words.count == order.usage.count(where: { $0 == " " }) else { return "usage: \(order.usage)" }
        do {
            switch verb {
            case "show": return values
            case "help": return help
            case "on", "off":
                try switchDefect(words[0], isOn: verb == "on")
                return "ok"
            default:
                guard let id = CharacteristicID(words[0]) else { return "usage: \(order.usage)" }
                try change(id, verb, words[1])
                return "ok"
            }
        } catch {
            return CleanText(String(describing: error))
        }
    }

    private func change(_ id: CharacteristicID, _ verb: String, _ word: String) throws {
        let value = (try? JSON.parse(Array(word.utf8))) ?? .string(word)
        if verb == "set" {
            try accessory.server.set(id, value)
        } else {
            try accessory.server.press(id, ButtonPress(rawValue: word).map { JSON($0.value) } ?? value)
        }
    }

    private mutating func switchDefect(_ name: String, isOn: Bool) throws {
        if !isOn, !shown.contains(name) {
            let on = shown.isEmpty ? "none is on" : "on are \(shown.joined(separator: ", "))"
            throw AccessoryError(.unknown, "the defect `\(name)` is not on; \(on)")
        }
        let next = shown.filter { $0 != name } + (isOn ? [name] : [])
        try accessory.show(next)
        shown = next
    }

    private var help: CleanText {
        let width = Self.all.map(\.usage.count).max() ?? 0
        return Self.all.map { CleanText($0.usage).padded(to: width) + "  \($0.meaning)" }.joined(separator: "\n")
    }

    private var values: CleanText {
        let core = accessory.server.snapshot()
        let lines: [CleanText] = accessory.definition.characteristics.map { characteristic in
            "\(characteristic.id) \(characteristic.name): \(core.value(of: characteristic.id)?.serialized() ?? "no value")"
        }
        return (lines + shown.map { "defect \($0): on" }).joined(separator: "\n")
    }
}
