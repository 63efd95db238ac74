extension SuiteLibrary {
    /// Whether the requirement applies to the transport: it names the transport, or its area also applies to the
    /// transport.
    package func holds(_ requirement: Requirement, over transport: String) -> Bool {
        requirement.transports.contains(transport)
            || vocabulary.transport(transport)?.shares.contains(requirement.area) ?? false
    }
}
