package import HAPModel
import Latency
import RunRecord

/// The first line of the record of a measurement without cases.
package enum MeasurementHeader {
    /// - Parameters:
    ///   - request: what is measured.
    ///   - settings: the accessory, the start, and the command that measures again.
    ///   - address: where the accessory is.
    package static func json(_ request: LatencyRequest, _ settings: RunSettings, address: String) -> JSON {
        var selection: JSONObject = ["operations": .array(request.operations.map { .string($0.rawValue) })]
        if !request.characteristics.isEmpty {
            selection["characteristics"] = .array(request.characteristics.map { .string($0) })
        }
        var header: JSONObject = [
            "schema": JSON(JournalSchema.current), "environment": Host.current.json,
            "started": .string(settings.started),
            "accessory": ["name": .string(settings.accessory), "address": .string(address)],
            "rerun": .string(settings.rerun), "selection": .object(selection),
            // No case decides, so nothing is needed to judge it again.
            "lock": SuiteLock(files: []).json,
        ]
        header[RecordedMeasurement.key] = RecordedMeasurement.asked(request.budgets, isNamed: request.isNamed)
        if let command = settings.command { header["command"] = .string(command) }
        if let relay = settings.relay { header["relay"] = .string(relay) }
        return .object(header)
    }
}
