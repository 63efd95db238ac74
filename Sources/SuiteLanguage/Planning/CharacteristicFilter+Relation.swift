import HAPModel

extension CharacteristicFilter {
    /// How a characteristic must be related to another one, which is chosen before it.
    struct Relation: Hashable {
        enum Kind: Hashable {
            /// `iid-of`: it has the same instance ID, in another accessory of a bridge.
            case twin
            /// `service-of`: it belongs to the same service.
            case service
            /// `accessory-of`: it belongs to the same accessory of a bridge.
            case accessory
            /// `linked-from`: the other one's service links to its service.
            case link
        }

        var kind: Kind
        /// The name of the other one in the case.
        var name: String

        func holds(_ found: FoundCharacteristic, _ chosen: FoundCharacteristic) -> Bool {
            switch kind {
            case .twin: found.id.iid == chosen.id.iid && found.id.aid != chosen.id.aid
            case .service: found.service.path == chosen.service.path
            case .accessory: found.id.aid == chosen.id.aid
            case .link: found.id.aid == chosen.id.aid && chosen.service.links(to: found.service)
            }
        }

        var words: String {
            switch kind {
            case .twin: "with the same instance ID in another accessory"
            case .service: "in the same service"
            case .accessory: "in the same accessory"
            case .link: "in a service that is linked from there"
            }
        }
    }
}
