extension RunReport {
    /// Writes the reports that each run has into the folder, beside its journal or elsewhere.
    package func write(into folder: String) throws(ReportError) {
        try JUnitReport(self).write(to: folder + "/junit.xml")
        try ReportFile.write(Array(JSONSummary(self).text.string.utf8), to: folder + "/summary.json")
    }
}
