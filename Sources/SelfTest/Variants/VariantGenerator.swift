package import HAPAccessory
import HAPModel
import Measurement
import SuiteLanguage

/// Makes the variants of defects.
package struct VariantGenerator: Sendable {
    private let simulators: SimulatorLibrary
    /// The accessory with every format and every set of permissions.
    private static let variety = "kitchen-sink"
    private static let bridge = "bridge"

    package init(_ simulators: SimulatorLibrary) {
        self.simulators = simulators
    }

    /// All variants of these defects, in their order. Survivors are not varied.
    package func variants(of defects: [Defect]) -> [Variant] {
        defects.filter { simulators.survivors[$0.name] == nil }.flatMap { defect in
            defect.dimensions.flatMap { variants(of: defect, in: $0) }
        }
    }

    /// A sample that the seed decides.
    package func sample(_ count: Int, of variants: [Variant], seed: UInt64) -> [Variant] {
        guard count < variants.count else { return variants }
        var generator = SeededGenerator(seed: seed, purpose: "variants")
        let chosen = Set(variants.indices.shuffled(using: &generator).prefix(count))
        return variants.indices.filter(chosen.contains).map { variants[$0] }
    }

    private func variants(of defect: Defect, in dimension: VariantDimension) -> [Variant] {
        switch dimension {
        case .characteristic: return perCharacteristic(defect)
        case .wideID: return atWideID(defect)
        case .accessory:
            return defect.changes.contains(where: \.isOfDatabase) ? perObject(defect) : perAccessory(defect)
        case .user: return one(defect, dimension) { $0.condition.controller = .regular }
        case .firstEntry, .beyondFourthEntry: return amongEntries(defect, dimension)
        case .nonASCII, .spaced, .longText, .emptyText, .highBits: return ofValue(defect, dimension)
        default:
            guard let occasion = dimension.occasion else { return [] }
            return one(defect, dimension) { $0.condition.occasions.append(occasion) }
        }
    }

    private func one(_ defect: Defect, _ dimension: VariantDimension, change: (inout Defect) -> Void) -> [Variant] {
        [
            Variant(of: defect, dimension) {
                change(&$0)
                return true
            }
        ].compactMap(\.self)
    }

    /// Five values are written at once where at least five can be written, if the defect acts there.
    private func amongEntries(_ defect: Defect, _ dimension: VariantDimension) -> [Variant] {
        let isElsewhere = !names(defect.condition.characteristic, in: characteristics(of: Self.variety, for: defect))
        return one(defect, dimension) { variant in
            if !isElsewhere { variant.accessory = Self.variety }
            if let occasion = dimension.occasion { variant.condition.occasions.append(occasion) }
        }
    }

    /// On the defect's accessory if a value of this form can be written there, otherwise where every format can be written.
    private func ofValue(_ defect: Defect, _ dimension: VariantDimension) -> [Variant] {
        guard case .value(let trait)? = dimension.occasion else { return [] }
        let place = [defect.accessory, Self.variety].first { accessory in
            let found = characteristics(of: accessory, for: defect)
            let fitting = found.filter { $0.has(.pairedWrite) && trait.occurs(in: $0.format) }
            return names(defect.condition.characteristic, in: fitting)
        }
        guard let place else { return [] }
        return one(defect, dimension) {
            $0.accessory = place
            $0.condition.occasions.append(.value(trait))
        }
    }

    /// Whether one of the characteristics is the one that a condition names; a number names it on its own accessory only.
    private func names(_ name: String?, in found: [CharacteristicDefinition]) -> Bool {
        guard let name else { return !found.isEmpty }
        return found.contains { simulators.catalogue.characteristic($0.type)?.name == name }
    }

    /// One characteristic of each format and each set of permissions, among those on which the defect acts.
    private func perCharacteristic(_ defect: Defect) -> [Variant] {
        var seen: Set<String> = []
        return characteristics(of: Self.variety, for: defect).compactMap { found in
            let permissions = found.permissions.map(\.rawValue).sorted().joined(separator: ",")
            guard seen.insert("\(found.format.rawValue) \(permissions)").inserted else { return nil }
            return Variant(of: defect, .characteristic, found.id.description) {
                $0.accessory = Self.variety
                $0.condition.characteristic = found.id.description
                return true
            }
        }
    }

    /// One characteristic whose instance ID needs more than 32 bits, among those on which the defect acts.
    private func atWideID(_ defect: Defect) -> [Variant] {
        let wide = characteristics(of: Self.variety, for: defect).first { $0.id.iid > UInt64(UInt32.max) }
        return [wide].compactMap(\.self).compactMap { found in
            Variant(of: defect, .wideID) {
                $0.accessory = Self.variety
                $0.condition.characteristic = found.id.description
                return true
            }
        }
    }

    /// Each accessory of the bridge that has a characteristic on which the defect acts.
    private func perAccessory(_ defect: Defect) -> [Variant] {
        let aids = Set(characteristics(of: Self.bridge, for: defect).map(\.id.aid)).sorted()
        return aids.compactMap { aid in
            Variant(of: defect, .accessory, "\(aid)") {
                $0.accessory = Self.bridge
                $0.condition.occasions.append(.accessory(aid))
                return true
            }
        }
    }

    /// Each accessory object that has the service and the characteristic of a database defect.
    private func perObject(_ defect: Defect) -> [Variant] {
        guard defect.accessory != Self.variety, let bridge = simulators.accessory(Self.bridge) else { return [] }
        return bridge.objects.dropFirst().compactMap { object in
            Variant(of: defect, .accessory, "\(object.aid)") { variant in
                variant.accessory = Self.bridge
                for index in variant.changes.indices {
                    guard let change = variant.changes[index].moved(to: object) else { return false }
                    variant.changes[index] = change
                }
                return true
            }
        }
    }

    private func characteristics(of accessory: String, for defect: Defect) -> [CharacteristicDefinition] {
        (simulators.accessory(accessory)?.characteristics ?? []).filter { found in
            defect.changes.allSatisfy { $0.acts(on: found, isStored: isStored(found)) }
                && defect.condition.occasions.allSatisfy { occasion in
                    occasion.occurs(at: found) && (occasion != .value(.byteEdge) || found.takesByteEdge)
                }
        }
    }

    /// Whether a value that is written can be read again, as `stores` of the suites.
    private func isStored(_ found: CharacteristicDefinition) -> Bool {
        if let known = simulators.catalogue.characteristic(found.type) { return known.stores }
        return found.format != .tlv8 && !found.has(.writeResponse)
    }
}
