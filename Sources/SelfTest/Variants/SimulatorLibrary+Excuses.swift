import HAPAccessory
import MarkedYAML
import SuiteLanguage

/// Variants that survive, and the reason.
struct VariantExcuse: Sendable {
    /// The names of the variants; `*` stands for any text.
    var patterns: [String]
    var reason: String

    /// Reads `variants` of `survivors.yaml`: a list of reasons, each with its variants.
    static func all(in node: YAMLNode?) throws(YAMLProblem) -> [VariantExcuse] {
        guard let node else { return [] }
        var excuses: [VariantExcuse] = []
        for element in try node.list() {
            let entry = try element.mapping(allowing: ["reason", "variants"])
            var patterns: [String] = []
            for pattern in try entry.required("variants").list() { patterns.append(try pattern.string()) }
            excuses.append(VariantExcuse(patterns: patterns, reason: try entry.required("reason").string()))
        }
        return excuses
    }
}

extension SimulatorLibrary {
    /// Why the variant survives; `nil` if it must be killed.
    func excuse(for variant: Variant) -> String? {
        excuses.first { Selection(patterns: $0.patterns).selects(instance: variant.defect.name) }?.reason
    }
}
