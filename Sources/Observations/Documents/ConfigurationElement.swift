package import HAPModel

/// How an accessory's configuration differs from the one that an earlier run saw.
package struct ConfigurationElement: Sendable {
    private let earlier: AccessorySighting
    private let now: AccessorySighting

    package init(earlier: AccessorySighting, now: AccessorySighting) {
        self.earlier = earlier
        self.now = now
    }

    /// The element as documents see it.
    package var json: JSON {
        let (before, after) = (Set(earlier.structure), Set(now.structure))
        let (added, removed) = (after.subtracting(before).sorted(), before.subtracting(after).sorted())
        var fields: JSONObject = [
            "place": "since the earlier run", "config-number": JSON(now.configurationNumber),
            "earlier": ["config-number": JSON(earlier.configurationNumber)], "config-change": .string(change),
            "structure": .string(added.isEmpty && removed.isEmpty ? "same" : "changed"),
            "device-id": .string(isSameID ? "same" : "changed"), "added": Excerpt.json(added, limit: Self.limit),
            "removed": Excerpt.json(removed, limit: Self.limit),
        ]
        if let firmware = now.firmware, let old = earlier.firmware {
            fields["firmware"] = .string(firmware == old ? "same" : "changed")
        }
        fields["summary"] = .string(summary(added, removed))
        return .object(fields)
    }

    private static let limit = 8

    private var isSameID: Bool { earlier.deviceID == now.deviceID }

    /// Since R12 the number after 65535 is 1, before that the number after 4294967295.
    private var change: String {
        let (old, new) = (earlier.configurationNumber, now.configurationNumber)
        if old == new { return "same" }
        if new > old { return "higher" }
        return old >= 65535 - Self.nearLast && new <= Self.nearLast ? "wrapped" : "lower"
    }

    /// How many changes between two runs may wrap the number.
    private static let nearLast: UInt64 = 1000

    private func summary(_ added: [String], _ removed: [String]) -> String {
        var parts = ["c# \(now.configurationNumber) after \(earlier.configurationNumber)"]
        if !isSameID {
            parts.append("Device ID \(now.deviceID) after \(earlier.deviceID), with the same long-term key")
        }
        if let firmware = now.firmware, let old = earlier.firmware, firmware != old {
            parts.append("firmware \(firmware) after \(old)")
        }
        if !added.isEmpty { parts.append("added: \(Excerpt.texts(added, limit: Self.limit).joined(separator: ", "))") }
        if !removed.isEmpty {
            parts.append("removed: \(Excerpt.texts(removed, limit: Self.limit).joined(separator: ", "))")
        }
        return parts.joined(separator: "; ")
    }
}
