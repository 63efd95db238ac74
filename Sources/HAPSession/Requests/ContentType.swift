/// The content types of HAP bodies.
package enum ContentType {
    /// Characteristics, the attribute database, statuses (HAP R1 5.7.1.2).
    package static let json = "application/hap+json"
    /// Pairing messages (HAP R1 4.4).
    package static let tlv = "application/pairing+tlv8"
}
