import Reporting
import RunRecord

/// Writes the journal into its folder and, if asked, traces it to standard error as it grows.
struct TracingSink: JournalSink {
    let folder: RunFolder
    let tracer: TraceLine?

    func write(_ event: JournalEvent) throws {
        try folder.write(event)
        guard let tracer else { return }
        for line in tracer.lines(event) { Terminal.complain(line) }
    }
}
