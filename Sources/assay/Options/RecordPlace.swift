import ArgumentParser
import AssayKit

/// The folder with the records, in which a command finds a record by its name.
struct RecordPlace: ParsableArguments {
    /// The help of an argument that names a record.
    static let help: ArgumentHelp = "The folder of a run, its name in `assay records list`, or its journal."

    @Option(name: .long, help: "The folder in which runs create their report folders.", completion: .directory)
    var reports = "Reports"

    /// The path of a record that the user names.
    func path(of record: String) throws(SetupError) -> String { try RecordList.path(of: record, in: reports) }
}
