package import HAPModel

/// A change of the accessories that a search shows.
package enum DiscoveryChange: Sendable, Hashable {
    case appeared(AdvertisedAccessory)
    case changed(AdvertisedAccessory, AdvertisedAccessory)
    case disappeared(AdvertisedAccessory)

    /// The changes from one list of accessories to the next.
    package static func changes(from old: [AdvertisedAccessory], to new: [AdvertisedAccessory]) -> [DiscoveryChange] {
        func counterpart(_ one: AdvertisedAccessory, in others: [AdvertisedAccessory]) -> AdvertisedAccessory? {
            others.first {
                $0.name == one.name && $0.deviceID == one.deviceID && $0.transport == one.transport
            }
        }
        let gone = old.filter { counterpart($0, in: new) == nil }.map { DiscoveryChange.disappeared($0) }
        return gone
            + new.compactMap { one in
                guard let before = counterpart(one, in: old) else { return .appeared(one) }
                return before == one ? nil : .changed(before, one)
            }
    }

    var name: String {
        switch self {
        case .appeared: "appeared"
        case .changed: "changed"
        case .disappeared: "disappeared"
        }
    }

    /// The change for programs: the accessory, with the change as `event`.
    package var json: JSON {
        switch self {
        case .appeared(let accessory), .changed(_, let accessory), .disappeared(let accessory):
            accessory.json.with("event", .string(name))
        }
    }
}
