/// Everything that a network shows of one accessory: what its own address advertises, and who else uses its Device ID.
package struct AdvertisementSurvey: Sendable {
    /// A service with the accessory's address and port, or with its Device ID.
    package struct Sighting: Sendable, Hashable {
        /// The name that users see.
        package var name: String
        /// Where it is advertised: `192.0.2.1:51826`.
        package var place: String
        /// Whether that is where the tester reached the accessory.
        package var isHere: Bool
        /// Whether a connection to that place is accepted; `nil` if it was not tried.
        package var isReachable: Bool?
        /// Whether it advertises an address that other networks can reach.
        package var isRoutable: Bool

        package init(
            name: String,
            place: String,
            isHere: Bool,
            isReachable: Bool? = nil,
            isRoutable: Bool = true
        ) {
            self.name = name
            self.place = place
            self.isHere = isHere
            self.isReachable = isReachable
            self.isRoutable = isRoutable
        }
    }

    package var sightings: [Sighting]
    /// Whether the accessory's host takes part in the discovery of services: it responded to a question. Without that, the accessory
    /// may be in another network, and what is missing says nothing.
    package var isHostHeard: Bool
    /// The observer's numbers for the sent and received messages.
    package var evidence: [UInt64]

    package init(sightings: [Sighting], isHostHeard: Bool, evidence: [UInt64] = []) {
        self.sightings = sightings
        self.isHostHeard = isHostHeard
        self.evidence = evidence
    }
}
