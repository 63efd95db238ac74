package import HAPModel

/// The known failures of an accessory, and what a run skips: the contents of a baseline file.
package struct Baseline: Sendable, Hashable {
    /// The owner of entries without another one.
    package static let noOwner = "unassigned"

    /// The file as the user named it.
    package var file: String
    /// Maker and model of the accessory; `nil` if the file does not name them.
    package var accessory: String?
    package var failures: [KnownFailure]
    /// The names of the cases and instances that are skipped; `nil` if the file does not list them.
    package var skipped: [String]?

    package init(
        file: String,
        accessory: String? = nil,
        failures: [KnownFailure] = [],
        skipped: [String]? = nil
    ) {
        self.file = file
        self.accessory = accessory
        self.failures = failures
        self.skipped = skipped
    }

    /// The known failure of an instance.
    package subscript(instance: String) -> KnownFailure? { failures.first { $0.instance == instance } }

    /// What to say if the baseline names another product than this one; `nil` if it does not, or if one of them is not known.
    package func mismatch(_ product: String?) -> String? {
        guard let accessory, let product, accessory != product else { return nil }
        return "the baseline \(file) is for `\(accessory)`, and the accessory is `\(product)`"
    }

    /// The baseline as it stands in the journal's header, so that a rejudgement gives the same reports.
    package var json: JSON {
        var object = JSONObject([
            "file": .string(file), "known-failures": .array(failures.map(\.json)),
        ])
        object["accessory"] = accessory.map { .string($0) }
        object["skipped"] = skipped.map { .array($0.map { .string($0) }) }
        return .object(object)
    }

    /// Reads the baseline in a journal's header.
    package init(_ json: JSON) {
        self.init(
            file: json["file"]?.stringValue ?? "",
            accessory: json["accessory"]?.stringValue,
            failures: json["known-failures"]?.arrayValue?.compactMap { KnownFailure($0) } ?? [],
            skipped: json["skipped"]?.arrayValue?.compactMap(\.stringValue)
        )
    }
}
