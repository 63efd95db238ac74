package import HAPAccessory
import Measurement
import SuiteLanguage

/// Several defects of one simulated accessory at once: real accessories seldom have only one fault.
package struct DefectCombination: Sendable {
    /// Counts from 1 in the order in which the combinations were drawn.
    package var number: Int
    package var accessory: AccessoryDefinition
    package var defects: [Defect]

    /// The number of defects in a combination.
    package static let sizes = 2...5

    /// Draws combinations: each starts with a random defect and adds others of the same accessory.
    ///
    /// Each combination ranks all defects by their names and takes the first ones, so a new defect changes only the few combinations
    /// where it is among them: the results before and after it can be compared.
    ///
    /// Defects that `survivors.yaml` lists are left out: no case finds them, so they cannot be named.
    ///
    /// - Parameters:
    ///   - count: how many to draw.
    ///   - seed: the same seed draws the same combinations; more combinations begin with the same ones.
    package static func drawn(_ count: Int, seed: UInt64, from simulators: SimulatorLibrary) -> [DefectCombination] {
        // A combination runs over one transport, where a defect of identity does not show.
        let known = simulators.defectsOverIP.filter { defect in
            simulators.survivors[defect.name] == nil && !defect.isOfIdentity
        }
        return (1...max(1, count)).prefix(count).compactMap { number in
            var random = SeededGenerator(seed: seed, purpose: "combination \(number)")
            let size = Int.random(in: sizes, using: &random)
            let ranks = Dictionary(
                uniqueKeysWithValues: known.map { defect in
                    var rank = SeededGenerator(seed: seed, purpose: "combination \(number) \(defect.name)")
                    return (defect.name, rank.next())
                }
            )
            let ranked = known.sorted { ranks[$0.name, default: 0] < ranks[$1.name, default: 0] }
            guard let first = ranked.first, let accessory = simulators.accessory(first.accessory) else { return nil }
            let defects = ranked.filter { $0.accessory == first.accessory }.prefix(size)
            return DefectCombination(number: number, accessory: accessory, defects: Array(defects))
        }
    }
}
