package import HAPModel
import Measurement

/// The answer to a question for the accessory's records.
package struct RecordsObservation: Sendable {
    /// The fields of the answer; `nil` without one.
    package let fields: JSONObject?
    /// The time from the question to the answer.
    package let after: Duration?
    /// The numbers of the wire events.
    package let evidence: [UInt64]

    package init(fields: JSONObject?, after: Duration?, evidence: [UInt64]) {
        self.fields = fields
        self.after = after
        self.evidence = evidence
    }

    /// The observation for the judge.
    package var json: JSON {
        var object = fields ?? [:]
        object["answered"] = .bool(fields != nil)
        object["evidence"] = .array(evidence.map { JSON($0) })
        if let after { object["after-ms"] = JSON(after.wholeNanoseconds / 1_000_000) }
        let types = fields?["types"]?.arrayValue?.compactMap(\.stringValue).joined(separator: ", ")
        object["summary"] = .string(types.map { "an mDNS answer with \($0)" } ?? "no mDNS answer")
        return .object(object)
    }
}
