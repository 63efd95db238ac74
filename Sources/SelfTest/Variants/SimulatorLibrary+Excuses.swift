import HAPAccessory
import MarkedYAML
import SuiteLanguage

/// A variant that may survive, or several: a pattern of names, and the reason.
struct VariantExcuse: Sendable {
    var pattern: String
    var reason: String

    /// Reads `variants` of `survivors.yaml`: a mapping from the pattern to the reason.
    static func all(in node: YAMLNode?) throws(YAMLProblem) -> [VariantExcuse] {
        guard let node else { return [] }
        var excuses: [VariantExcuse] = []
        for entry in try node.mapping().entries {
            excuses.append(VariantExcuse(pattern: entry.key, reason: try entry.value.string()))
        }
        return excuses
    }
}

extension SimulatorLibrary {
    /// Why the variant may survive; `nil` if it must be killed.
    func excuse(for variant: Variant) -> String? {
        excuses.first { Selection(patterns: [$0.pattern]).selects(instance: variant.defect.name) }?.reason
    }
}
