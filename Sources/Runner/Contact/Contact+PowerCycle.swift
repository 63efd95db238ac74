import HAPModel
import Measurement

extension Contact {
    /// How long an accessory may take to come back after a reset or a power cycle.
    static let returnAfterCommand = Duration.seconds(90)

    /// Turns the accessory off and on, and waits until it responds again.
    ///
    /// - Parameter reason: why, in words, for the record.
    /// - Returns: the record: `power-cycle`, `reason`, `done`, and what was printed meanwhile (`output`); `nil` if nothing can
    ///   turn the accessory off.
    func powerCycle(_ reason: String) async -> JSON? {
        guard let stimulus = environment.stimulus, stimulus.kinds.contains("power-cycle") else { return nil }
        var record: JSONObject = ["power-cycle": true, "reason": .string(reason)]
        do {
            let output = try await stimulus.powerCycle()
            if !output.isEmpty { record["output"] = .string(output) }
            record["done"] = .bool(await answers(within: Self.returnAfterCommand))
        } catch {
            record["done"] = false
            record["output"] = .string("\(error)")
        }
        return .object(record)
    }
}
