import MarkedYAML

/// The transports over which something holds: every one, or those that are named.
package struct Reach: Sendable, Hashable {
    /// The names in the order in which they are written; `nil` is every transport.
    package private(set) var names: [String]?

    /// Every transport.
    package static let everywhere = Reach()

    private init() {}

    init(_ names: [String]) {
        self.names = names
    }

    /// Reads `ip` or `[ble, thread]`; nothing is every transport.
    init(_ node: YAMLNode?) throws(YAMLProblem) {
        names = try node.map { node throws(YAMLProblem) in try node.words() }
    }

    /// Reads names of which each must be a known transport.
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
            guard !names.contains(name) else { throw YAMLProblem(element.mark, "`\(name)` is given twice") }
            names.append(name)
        }
        guard !names.isEmpty else { throw YAMLProblem(node.mark, "the list of transports is empty") }
        self.names = names
    }

    /// Whether it holds over the transport.
    package func includes(_ transport: String) -> Bool { names?.contains(transport) ?? true }

    /// Whether it holds over all of the transports.
    func covers(_ transports: [String]) -> Bool { transports.allSatisfy(includes) }
}
