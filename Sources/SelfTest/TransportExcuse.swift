import MarkedYAML

/// What the self-test over one transport runs and finds, of `survivors.yaml`.
struct TransportExcuse: Sendable {
    /// Defects of other requirements than the transport's that show over it, too, and must be found there.
    let sample: Set<String>
    /// Defects that no case finds over it, each with its reason.
    let survivors: [String: String]
    /// Cases that apply to no simulated accessory over it, each with its reason.
    let cases: [String: String]

    init(_ node: YAMLNode, among defects: [String]) throws(YAMLProblem) {
        let entry = try node.mapping(allowing: ["sample", "survivors", "cases"])
        sample = Set(try entry["sample"].map { node throws(YAMLProblem) in try node.words() } ?? [])
        if let stray = sample.first(where: { !defects.contains($0) }) {
            throw .unknown("defect", stray, among: defects, at: node.mark)
        }
        survivors =
            try entry["survivors"].map { node throws(YAMLProblem) in try Self.reasons(node, among: defects) } ?? [:]
        cases = try entry["cases"].map { node throws(YAMLProblem) in try Self.reasons(node) } ?? [:]
    }

    /// A mapping from names to reasons.
    ///
    /// - Parameter known: the names of defects; `nil` accepts any name.
    static func reasons(_ node: YAMLNode, among known: [String]? = nil) throws(YAMLProblem) -> [String: String] {
        var reasons: [String: String] = [:]
        for entry in try node.mapping().entries {
            if let known, !known.contains(entry.key) {
                throw .unknown("defect", entry.key, among: known, at: entry.keyMark)
            }
            reasons[entry.key] = try entry.value.string()
        }
        return reasons
    }
}
