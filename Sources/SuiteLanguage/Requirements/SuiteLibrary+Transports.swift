extension SuiteLibrary {
    /// Whether the requirement holds over the transport: it names the transport, or lies in an area whose meaning the
    /// transport shares.
    package func holds(_ requirement: Requirement, over transport: String) -> Bool {
        requirement.transports.contains(transport)
            || vocabulary.transport(transport)?.shares.contains(requirement.area) ?? false
    }
}
