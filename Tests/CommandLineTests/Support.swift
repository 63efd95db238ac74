import Foundation
import HAPModel
import Processes
import RunRecord

extension AssayProgram {
    /// Gives the program a copy of the suites in its workspace, which a test may change.
    mutating func copySuites() throws {
        let copy = workspace.path("Suites")
        try FileManager.default.copyItem(atPath: suites, toPath: copy)
        suites = copy
    }
}

extension AssayProgram.Finished {
    /// The standard output with one blank for each line end and indent: texts are wrapped to lines of 80 columns.
    var words: String { output.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}

extension Workspace {
    /// The journal of the last run.
    func journal() throws -> [JournalEvent] { try RunReader(path: path("Reports/latest")).events }

    /// The header of the last run's journal.
    func summary() throws -> JSON { try JSON.parse(bytes("Reports/latest/summary.json")) }
}

/// Serves a simulated lightbulb while `body` runs, which gets the program with its setup code, and the options with its address.
func withLightbulb(
    _ options: [String] = [],
    _ body: (AssayProgram, SimulatedAccessory, [String]) async throws -> Void
) async throws {
    try await Workspace.with { workspace in
        var assay = AssayProgram(in: workspace)
        try await assay.simulating("lightbulb", options) { accessory in
            assay.environment["ASSAY_SETUP_CODE"] = accessory.setupCode
            try await body(assay, accessory, ["--address", accessory.address])
        }
    }
}
