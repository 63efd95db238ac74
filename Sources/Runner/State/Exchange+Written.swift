import HAPController
import HAPModel
import HTTPWire

extension Exchange {
    /// Whether everything that a write asked for was done: HTTP 204, or a multi-status answer without an error in it.
    var hasWritten: Bool {
        guard let response else { return false }
        if response.status == 204 { return true }
        guard response.status == 207, let body = try? JSON.parse(response.body),
            let entries = body["characteristics"]?.arrayValue, !entries.isEmpty
        else { return false }
        return entries.allSatisfy { $0["status"]?.int64Value == 0 }
    }
}
