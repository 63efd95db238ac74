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
    /// Defects that `survivors.yaml` lists are left out: no case finds them, so they cannot be named.
    ///
    /// - Parameters:
    ///   - count: how many to draw.
    ///   - seed: the same seed draws the same combinations; more combinations begin with the same ones.
    package static func drawn(_ count: Int, seed: UInt64, from simulators: SimulatorLibrary) -> [DefectCombination] {
        var random = SeededGenerator(seed: seed, purpose: "combinations")
        // A combination runs over one transport, where a defect of identity does not show.
        let known = simulators.defectsOverIP.filter { defect in
            simulators.survivors[defect.name] == nil && !defect.isOfIdentity
        }
        var drawn: [DefectCombination] = []
        while drawn.count < count {
            guard let first = known.randomElement(using: &random),
                let accessory = simulators.accessory(first.accessory)
            else { return drawn }
            let others = known.filter { $0.accessory == first.accessory && $0.name != first.name }
            let size = Int.random(in: sizes, using: &random)
            let defects = [first] + others.shuffled(using: &random).prefix(size - 1)
            drawn.append(DefectCombination(number: drawn.count + 1, accessory: accessory, defects: defects))
        }
        return drawn
    }
}
