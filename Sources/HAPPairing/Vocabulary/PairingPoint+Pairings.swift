extension PairingPoint {
    /// The points of the commands Add, Remove and List Pairings; M1 is the request, M2 the response.
    static let pairingsPoints: [PairingPoint] =
        builder.message("M1", "the request to add, remove or list", fields: requestFields)
        + builder.received("M1", fields: requestFields)
        + builder.stored("M1")
        + builder.message("M2", "the response", fields: ["state", "error"])
        + ["separator", "identifier", "public-key", "permissions"].map { field in
            builder.field("M2.entry.\(field)", "the \(field) of an entry of the list; counted over the entries")
        }
        + [
            builder.value("M2.entry", "an entry of the list with its separator, encoded"),
            builder.value("M2.entries", "all entries of the list, encoded"),
        ]
        + builder.refusals(["M2"])

    private static let builder = PairingPointBuilder(procedure: .pairings)
    private static let requestFields = ["state", "method", "identifier", "public-key", "permissions"]
}
