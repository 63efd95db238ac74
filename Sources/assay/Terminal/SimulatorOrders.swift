import Foundation
import HAPAccessory
import HAPModel
import Reporting

/// Carries out the commands that the user types while a simulated accessory is running.
struct SimulatorOrders {
    let server: AccessoryServer
    let definition: AccessoryDefinition

    /// Reads commands until `quit`, the end of the input, or the end of the task.
    func take(_ lines: AsyncStream<String>) async {
        for await line in lines {
            let words = line.split(separator: " ", maxSplits: 2).map(String.init)
            guard let verb = words.first else { continue }
            if verb == "quit" { return }
            Terminal.say(answer(verb, Array(words.dropFirst())))
        }
        // After the end of the input, the accessory keeps running until a signal ends it.
        try? await Task.sleep(for: .seconds(Int64.max / 2_000_000_000))
    }

    private func answer(_ verb: String, _ words: [String]) -> CleanText {
        switch verb {
        case "show": return show
        case "set", "press":
            guard words.count == 2, let id = CharacteristicID(words[0]) else { return "usage: \(verb) AID.IID VALUE" }
            let value = (try? JSON.parse(Array(words[1].utf8))) ?? .string(words[1])
            do {
                if verb == "set" { try server.set(id, value) } else { try server.press(id, value) }
                return "ok"
            } catch {
                return CleanText(error.message)
            }
        default: return "unknown command `\(verb)`; expected set, press, show or quit"
        }
    }

    private var show: CleanText {
        let core = server.snapshot()
        return definition.characteristics.map { characteristic in
            "\(characteristic.id) \(characteristic.name): \(core.value(of: characteristic.id)?.serialized() ?? "no value")"
        }.joined(separator: "\n")
    }
}
