/// What names an accessory in its advertisement, wherever its address is.
package struct AdvertisedIdentity: Sendable, Hashable {
    /// The name that users see; compared without case.
    package var name: String?
    /// The Device ID; compared without case.
    package var deviceID: String?

    package init(name: String?, deviceID: String?) {
        self.name = name
        self.deviceID = deviceID
    }

    /// The options that name it, for messages and rerun commands.
    package var options: [String] {
        (name.map { ["--name", $0] } ?? []) + (deviceID.map { ["--device-id", $0] } ?? [])
    }

    func matches(name: String, deviceID: String?) -> Bool {
        (self.name.map { $0.lowercased() == name.lowercased() } ?? true)
            && (self.deviceID.map { $0.uppercased() == deviceID?.uppercased() } ?? true)
    }
}
