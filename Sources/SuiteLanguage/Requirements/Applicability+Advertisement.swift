import HAPModel
import MarkedYAML

extension Applicability {
    /// The predicates that need an advertisement or a label; the release is read from `pv` if the database does not show it.
    private static let advertised: Set<String> = ["feature-flags", "category", "setup-id", "release"]

    /// Whether the condition depends on the advertisement.
    func asksAdvertisement(_ condition: String) -> Bool {
        predicates(of: condition).contains { node in
            let entry = node.entries?.first
            return Self.advertised.contains(node.text ?? entry?.key ?? "")
                || entry?.key == "supports" && entry?.value.text == "transient-pair-setup"
        }
    }

    /// Evaluates a predicate about the advertisement or the label.
    func evaluateAdvertised(_ name: String, _ parameter: YAMLNode?, _ capabilities: Capabilities) -> Ternary {
        switch name {
        case "setup-payload":
            guard capabilities.hasSetupPayload, parameter?.listOrOne.contains(where: { $0.text == "qr" }) ?? false
            else {
                return .unknown("no setup payload was given")
            }
            return .yes
        case "setup-id" where capabilities.hasSetupPayload: return .yes
        default: break
        }
        guard let advertised = capabilities.advertised else { return .unknown(Capabilities.notFound) }
        switch name {
        case "setup-id":
            return advertised.hasSetupHash ? .yes : .no("its TXT record has no sh, and no setup payload was given")
        case "category":
            guard let category = advertised.category else { return .unknown("its TXT record has no valid ci") }
            let wanted = parameter?.listOrOne.compactMap { $0.text.flatMap { UInt64($0) } } ?? []
            return wanted.contains(category) ? .yes : .no("its category is \(category)")
        case "supports":
            // Pair-setup with software authentication is the transient one (bit 1, since R2).
            guard let flags = advertised.featureFlags else { return .unknown("its TXT record has no valid ff") }
            return flagsHold(flags, "set", "0x02")
        default:
            guard let flags = advertised.featureFlags, let wanted = parameter?.entries?.first else {
                return .unknown("its TXT record has no valid ff")
            }
            return flagsHold(flags, wanted.key, wanted.value.text ?? "")
        }
    }

    /// `{set: mask}`, `{clear: mask}` or `{nonzero: true}`.
    private func flagsHold(_ flags: UInt64, _ word: String, _ value: String) -> Ternary {
        let mask = value.hasPrefix("0x") ? UInt64(value.dropFirst(2), radix: 16) : UInt64(value)
        let holds: Bool
        switch (word, mask) {
        case ("set", .some(let mask)): holds = flags & mask == mask
        case ("clear", .some(let mask)): holds = flags & mask == 0
        case ("nonzero", _): holds = flags != 0
        default: return .unknown("the condition on ff is malformed")
        }
        return holds ? .yes : .no("its ff is \(flags)")
    }
}
