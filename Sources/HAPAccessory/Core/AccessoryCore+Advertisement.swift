import HAPCrypto
package import HAPModel
import Measurement

extension AccessoryCore {
    /// The advertised name: the Name of aid 1.
    package var advertisedName: String {
        information(.name) ?? definition.name
    }

    /// The name of the service as it is sent; `nil` if a defect omits it.
    mutating func advertisedLabel() -> [UInt8]? {
        altered(Array(advertisedName.utf8), at: .advertisedName, ambient)
    }

    /// With a defect, a changed value changes the advertisement, too.
    mutating func advertiseChange(of characteristic: CharacteristicDefinition) {
        let place = context(nil, characteristic)
        if isHooked(.configurationCountsValues, place) {
            state.configurationNumber += 1
            effects.append(.advertise)
        }
        if isHooked(.stateCountsValues, place) {
            countedValues += 1
            effects.append(.advertise)
        }
    }

    /// The strings of the TXT record, `key=value`.
    package mutating func advertisedText() -> [[UInt8]] {
        var strings: [[UInt8]] = []
        func entry(_ key: String, _ value: [UInt8]) -> [UInt8] { Array("\(key)=".utf8) + value }
        let setupHash = setupHash()
        let isLowerCase = shownAsPaired && isHooked(.deviceIDInLowerCase, ambient)
        let pairedConfigurations = shownAsPaired && isHooked(.configurationCountsPairing, ambient) ? 1 : 0
        let pairedStates = shownAsPaired && isHooked(.stateCountsPairing, ambient) ? 1 : 0
        let entries: [(key: String, point: MessagePoint, value: String?)] = [
            ("c#", .textConfigurationNumber, "\(Int(state.configurationNumber) + pairedConfigurations)"),
            ("ff", .textFeatureFlags, "\(definition.featureFlags)"),
            ("id", .textDeviceID, isLowerCase ? state.deviceID.lowercased() : state.deviceID),
            ("md", .textModel, information(.model) ?? definition.name),
            ("pv", .textProtocolVersion, protocolVersion),
            ("s#", .textStateNumber, "\(Int(state.stateNumber + countedValues) + pairedStates)"),
            ("sf", .textStatusFlags, shownAsPaired ? "0" : "1"),
            ("ci", .textCategory, "\(definition.category)"),
            ("sh", .textSetupHash, setupHash),
        ]
        let isShort = shownAsPaired && isHooked(.shortWhilePaired, ambient)
        for (key, point, value) in entries where !isShort || ["c#", "id", "s#", "sf"].contains(key) {
            var values = value.map { [Array($0.utf8)] } ?? []
            for case .alteration(_, let action) in defects.changes(at: "message \(point.rawValue)", ambient) {
                action.apply(to: &values, random: random)
            }
            strings += values.map { entry(key, $0) }
        }
        return strings
    }

    /// The setup payload on the label; `nil` if the accessory has no setup ID.
    package mutating func printedPayload() -> PrintedPayload? {
        guard let setupID = definition.setupID.flatMap({ SetupID($0) }), let printed = printedSetupID() else {
            return nil
        }
        let payload = SetupPayload(
            category: UInt8(clamping: definition.category),
            setupCode: definition.setupCode,
            setupID: setupID,
            supportsIP: true
        )
        let text = payload.withText { $0.dropLast(setupID.text.count) + printed }
        return altered(Array(text.utf8), at: .labelPayload, ambient).map {
            PrintedPayload(String(decoding: $0, as: UTF8.self))
        }
    }

    /// Updates the advertisement to the pairing state.
    mutating func showPairing(now: Moment) {
        guard shownAsPaired != isTakenForPaired else { return }
        switch departure(of: .advertisementPairing, context(nil)) {
        case .omit: break
        case .delay(let milliseconds): schedule(.showPairing, at: now.advanced(by: .milliseconds(milliseconds)))
        case .twice, nil:
            shownAsPaired = isTakenForPaired
            if !omits(.advertisementAnnounce) { effects.append(.advertise) }
        }
    }

    private mutating func printedSetupID() -> String? {
        altered(definition.setupID.map { Array($0.utf8) }, at: .labelSetupID, ambient).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    /// The value of `sh`; also for an invalid setup ID, which `SetupHash` would reject.
    private mutating func setupHash() -> String? {
        printedSetupID().map { Base64.encode(Array(SHA512.hash(Array(($0 + state.deviceID).utf8)).prefix(4))) }
    }

    /// Version (37) of Protocol Information as `major.minor`; an R1 accessory has none and uses 1.0.
    private var protocolVersion: String {
        let version = information(.version) ?? "1.0"
        return version.split(separator: ".").prefix(2).joined(separator: ".")
    }

    /// The names of the accessories behind a bridge.
    var bridgedNames: [[UInt8]] {
        definition.objects.filter { $0.aid != 1 }.compactMap { accessory in
            let information = accessory.services.first { $0.type == .accessoryInformation }
            let name = information?.characteristics.first { $0.type == .name }
            return name?.value?.stringValue.map { Array($0.utf8) }
        }
    }

    /// The text of the first characteristic of this type on aid 1.
    private func information(_ type: HAPType) -> String? {
        definition.characteristics.first { $0.id.aid == 1 && $0.type == type }?.value?.stringValue
    }
}
