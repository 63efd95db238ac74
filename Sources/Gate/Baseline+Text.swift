import HAPModel

extension Baseline {
    /// The text of the file, in YAML; ends with a line end.
    package var text: String {
        var lines = [
            "# Known failures: `assay run --baseline FILE` trips only on what differs from this file.",
            "# `assay baseline update` writes it from the record of a run. It keeps owner, reason and expires of the entries",
            "# that stay; edit these by hand.",
        ]
        if let accessory { lines.append("accessory: \(Self.quoted(accessory))") }
        lines.append(failures.isEmpty ? "known-failures: []" : "known-failures:")
        for failure in failures {
            lines.append("- case: \(Self.quoted(failure.instance))")
            lines.append("  fingerprint: \(Self.quoted(failure.fingerprint.text))")
            lines.append("  owner: \(Self.quoted(failure.owner))")
            lines.append("  reason: \(Self.quoted(failure.reason))")
            if let expires = failure.expires { lines.append("  expires: \(expires)") }
        }
        if let skipped {
            lines.append("# Cases and instances that the run skipped. Another one trips the gate.")
            lines.append(skipped.isEmpty ? "skipped: []" : "skipped:")
            lines += skipped.map { "- \(Self.quoted($0))" }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A text in double quotes: the escapes of JSON are those of YAML.
    private static func quoted(_ text: String) -> String { JSON.string(text).serialized() }
}
