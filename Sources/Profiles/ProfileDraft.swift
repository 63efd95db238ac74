import HAPModel

/// A profile to start from, made from what an accessory shows.
package struct ProfileDraft: Sendable {
    /// The name that it advertises or its database has.
    package var name: String
    /// What it is named by; its address, if it does not advertise itself.
    package var reach: AccessoryProfile.Reach
    /// The address at which it was found.
    package var address: String
    /// Its addresses over further transports.
    package var further: [String]
    /// The relay over which it was found.
    package var via: AccessoryProfile.Via?
    /// The services that may be actuated, such as `lock-mechanism`.
    package var actuating: [String]
    /// Whether it has a button, which a hook may press.
    package var hasButton: Bool

    package init(
        name: String,
        reach: AccessoryProfile.Reach,
        address: String,
        further: [String] = [],
        via: AccessoryProfile.Via? = nil,
        actuating: [String],
        hasButton: Bool
    ) {
        self.name = name
        self.reach = reach
        self.address = address
        self.further = further
        self.via = via
        self.actuating = actuating
        self.hasButton = hasButton
    }

    /// The text of the file, in YAML; ends with a line end.
    ///
    /// - Parameter schema: the path of the JSON Schema, for editors; `nil` leaves the line out.
    package func text(schema: String?) -> String {
        var lines: [String] = []
        if let schema { lines.append("# yaml-language-server: $schema=\(schema)") }
        lines.append("# The profile of \(Self.line(name)): assay run --profile FILE. Options override it.")
        lines.append("reach:")
        switch reach {
        case .address(let address): lines.append("  address: \(Self.quoted(address))")
        case .advertised(let name, let id):
            lines.append(
                "  # Found at \(Self.line(address)). Where multicast DNS does not reach it, write `address` instead:"
            )
            if let id {
                lines.append("  device-id: \(Self.quoted(id))")
            } else if let name {
                lines.append("  name: \(Self.quoted(name))")
            }
        }
        if !further.isEmpty { lines.append("  also: [\(further.map(Self.quoted).joined(separator: ", "))]") }
        if let via { lines += ["  via:"] + Self.lines(via).map { "    \($0)" } }
        lines += [
            "# The setup code never stands here: {file: PATH}, {environment: NAME} or {command: COMMAND}.",
            "setup-code: {environment: ASSAY_SETUP_CODE}", "",
            "# Commands that act on the accessory. They get its address as ASSAY_ADDRESS.", "# hooks:",
            "#   reset: ./reset.sh", "#   power-cycle: ./power.sh", "#   flash: ./flash.sh",
        ]
        if hasButton {
            lines.append(
                "#   stimulate: {command: \"./press.sh $ASSAY_CHARACTERISTIC $ASSAY_VALUE\", actions: [press]}"
            )
        }
        lines.append("")
        if actuating.isEmpty {
            lines.append("# This accessory has no service that actuates something.")
        } else {
            lines.append("# Services that a run may actuate; without this line it leaves them alone.")
            lines.append("# actuate: [\(actuating.joined(separator: ", "))]")
        }
        lines += [
            "# writes-per-characteristic: 500", "# time-factor: 1", "# answer-within: 10s",
            "# serial-log: {file: /dev/ttyUSB0}", "# leave-out:", "# - {case: pair-setup.max-tries, reason: \"…\"}",
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func lines(_ via: AccessoryProfile.Via) -> [String] {
        let members = [
            ("relay", via.relay), ("fingerprint", via.fingerprint), ("ca", via.authorities),
            ("token-file", via.tokenFile),
        ]
        return members.compactMap { key, value in value.map { "\(key): \(quoted($0))" } }
    }

    /// A text in double quotes: the escapes of JSON are those of YAML.
    private static func quoted(_ text: String) -> String { JSON.string(text).serialized() }

    /// A text for a comment: without line ends and control characters.
    private static func line(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0.properties.isWhitespace || $0.value < 0x20 ? " " : $0 }
            )
        )
    }
}
