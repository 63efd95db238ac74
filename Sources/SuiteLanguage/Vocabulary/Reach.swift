import MarkedYAML

/// The transports on which something is available: all, or those that are named.
package struct Reach: Sendable, Hashable {
    /// The names in written order; `nil` for all transports.
    package private(set) var names: [String]?

    /// Every transport.
    package static let everywhere = Reach()

    private init() {}

    init(_ names: [String]) {
        self.names = names
    }

    /// Reads `ip` or `[ble, thread]`; a missing node means all transports.
    init(_ node: YAMLNode?) throws(YAMLProblem) {
        names = try node.map { node throws(YAMLProblem) in try node.words() }
    }

    /// Reads names, each of which must be a known transport.
    init(_ node: YAMLNode?, among transports: [String]) throws(YAMLProblem) {
        guard let node else { return }
        var names: [String] = []
        for element in node.listOrOne {
            let name = try element.string()
            guard transports.contains(name) else {
                throw YAMLProblem(
                    element.mark,
                    "unknown transport `\(name)`; expected \(Spoken.words(transports, joining: "or"))"
                )
            }
            guard !names.contains(name) else { throw YAMLProblem(element.mark, "duplicate transport `\(name)`") }
            names.append(name)
        }
        guard !names.isEmpty else {
            throw YAMLProblem(node.mark, "the list of transports is empty; expected at least one")
        }
        self.names = names
    }

    /// Whether it includes the transport.
    package func includes(_ transport: String) -> Bool { names?.contains(transport) ?? true }

    /// Whether it includes all of the transports.
    func covers(_ transports: [String]) -> Bool { transports.allSatisfy(includes) }
}
