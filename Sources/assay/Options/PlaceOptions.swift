import ArgumentParser
import AssayKit
import Profiles

/// The options that name an accessory on the network: its address, or what it advertises.
struct PlaceOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "The accessory's address, with its port; an IPv6 address in brackets, as in [fe80::1%eth0]:51826; over Thread, coap:// in front.",
            valueName: "host:port"
        )
    )
    var address: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The accessory's address over Thread, HAP over CoAP: beside another one that of the same accessory.",
            valueName: "host:port"
        )
    )
    var thread: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Another address of the same accessory, over a further transport: coap://host:port over Thread.",
            valueName: "address"
        )
    )
    var also: [String] = []

    @Option(name: .long, help: "The name that the accessory advertises over multicast DNS, instead of its address.")
    var name: String?

    @Option(
        name: .customLong("device-id"),
        help: "The Device ID that the accessory advertises, such as E1:91:1A:70:85:AA, instead of its address."
    )
    var deviceID: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The accessory's profile: how to reach it, and what may be done to it. `assay profile init` writes one.",
            valueName: "file"
        ),
        completion: .yaml
    )
    var profile: String?

    @OptionGroup var relay: RelayOptions

    /// The profile that the options name; `nil` if they name none.
    func loadedProfile(_ suites: Suites) throws(SetupError) -> AccessoryProfile? {
        guard let profile else { return nil }
        return try ProfileFile(profile).read(suites)
    }

    /// Where the accessory is: by the other options, or by the profile.
    func place(_ profile: AccessoryProfile?) throws(SetupError) -> AccessoryChoice.Place {
        if let place { return place }
        guard let reach = profile?.reach else {
            throw SetupError(
                .wrongArgument,
                "the profile does not name an accessory; add `reach`, or use --address, --name or --device-id"
            )
        }
        return reach.place
    }

    /// The addresses of the accessory over its further transports: by the options, or by the profile.
    func further(_ profile: AccessoryProfile?) -> [String] {
        let given = also + (isReachedOverThread ? [] : [threadAddress].compactMap(\.self))
        return given.isEmpty ? profile?.further ?? [] : given
    }

    /// The accessory without its state and its secrets.
    func choice(_ profile: AccessoryProfile?) throws(SetupError) -> AccessoryChoice {
        var choice = AccessoryChoice(try place(profile))
        choice.isReachedByProfile = place == nil
        choice.further = further(profile)
        choice.relay = if let named = try relay.place { named } else { try profile?.relay }
        choice.isRelayedByProfile = relay.via == nil
        return choice
    }

    /// Where the accessory is; `nil` if no option but the profile names it.
    var place: AccessoryChoice.Place? {
        if let address { return .address(address) }
        if isReachedOverThread, let threadAddress { return .address(threadAddress) }
        guard name != nil || deviceID != nil else { return nil }
        return .advertised(AdvertisedIdentity(name: name, deviceID: deviceID))
    }

    /// The address over Thread, as `--address` takes it.
    private var threadAddress: String? { thread.map(AccessoryAddress.overThread) }

    /// Whether only the address over Thread names the accessory.
    private var isReachedOverThread: Bool {
        thread != nil && address == nil && name == nil && deviceID == nil && profile == nil
    }

    func validate() throws {
        guard address == nil || (name == nil && deviceID == nil) else {
            throw ValidationError("--address cannot be used with --name or --device-id")
        }
        if name?.allSatisfy(\.isWhitespace) == true {
            throw ValidationError("--name needs the name that the accessory advertises; `assay discover` shows it")
        }
        if let deviceID, !AccessoryProfile.Reach.isDeviceID(deviceID) {
            throw ValidationError(
                "--device-id needs a Device ID such as E1:91:1A:70:85:AA, not `\(deviceID)`; --name finds an accessory that advertises a malformed one"
            )
        }
    }
}
