extension RunReport {
    /// Writes the reports that each run has into the folder, beside its journal or elsewhere.
    ///
    /// - Parameter flavour: the form of the JUnit report.
    package func write(into folder: String, _ flavour: JUnitFlavour = .strict) throws(ReportError) {
        try JUnitReport(self, flavour).write(into: folder)
        try ReportFile.write(Array(JSONSummary(self).text.string.utf8), to: folder + "/summary.json")
    }
}
