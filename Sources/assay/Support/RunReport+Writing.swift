import Reporting

extension RunReport {
    /// Writes the reports that each run has into the folder, beside or away from its journal.
    func write(into folder: String) throws {
        try JUnitReport(self).write(to: folder + "/junit.xml")
        try ReportFile.write(Array(JSONSummary(self).text.utf8), to: folder + "/summary.json")
    }
}
