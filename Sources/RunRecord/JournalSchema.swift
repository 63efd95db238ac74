import HAPModel

/// Which form the lines of a journal have: a version refuses records of schemas that it does not know.
package enum JournalSchema {
    /// What this version writes.
    package static let current: Int64 = 5

    /// What this version reads. Schema 3 has the same events, but no packed lines; schema 4 packs
    /// moments and summaries like all other values.
    private static let readable: ClosedRange<Int64> = 3...current

    /// Checks the header of a record.
    ///
    /// - Parameter file: the record's path, for the message.
    /// - Throws: ``RecordError`` if another version is needed to read it.
    static func check(_ header: JSON, of file: String) throws(RecordError) {
        let schema = header["schema"]?.int64Value
        if let schema, readable.contains(schema) { return }
        let found = schema.map { "has schema \($0)" } ?? "does not name its schema"
        // The header of schema 1 has it at another place.
        let writer = (header["environment"]?["tool"] ?? header["tool"])?.stringValue
        let reader = writer.map { "read it with \($0), which wrote it" } ?? "read it with the version that wrote it"
        throw RecordError(
            "\(file) \(found), and this version reads schemas \(readable.lowerBound) to \(current); \(reader), or make the record again"
        )
    }
}
