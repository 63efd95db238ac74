package import HAPModel

extension SuiteLibrary {
    /// Whether one of the requirements holds over the transport; over another one than IP, one that does not hold over
    /// IP.
    package func belongs(_ ids: [String], to transport: TransportKind) -> Bool {
        ids.compactMap { requirements[$0] }.contains { requirement in
            holds(requirement, over: transport.rawValue)
                && (transport == .ip || !holds(requirement, over: TransportKind.ip.rawValue))
        }
    }

    /// Whether the requirement applies to the transport: it names the transport, or its area also applies to the
    /// transport.
    package func holds(_ requirement: Requirement, over transport: String) -> Bool {
        requirement.transports.contains(transport)
            || vocabulary.transport(transport)?.shares.contains(requirement.area) ?? false
    }
}
