import Foundation
import Testing

@testable import Reporting

@Suite struct ReportFileTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "assay-report-\(UUID())").path

    @Test("a report is complete, its folder is created, and no temporary file stays")
    func whole() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = "\(folder)/a/junit.xml"
        let report = JUnitReport(try EditedRun.everyOutcome().report())
        for _ in 0..<2 {
            try report.write(into: "\(folder)/a")
            let written = try #require(FileManager.default.contents(atPath: path))
            #expect(try Array(written) == report.encoded())
            #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/a") == ["junit.xml"])
        }
    }

    @Test("a failed write gives one sentence, and the old report stays")
    func unwritable() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try ReportFile.write([1], to: "\(folder)/file")
        let error = #expect(throws: ReportError.self) { try ReportFile.write([2], to: "\(folder)/file/junit.xml") }
        #expect(error?.code == .unwritable)
        #expect(
            error?.description == "the report \(folder)/file/junit.xml cannot be written (not a directory); "
                + "choose another folder"
        )
        #expect(FileManager.default.contents(atPath: "\(folder)/file") == Data([1]))
        try FileManager.default.createDirectory(atPath: "\(folder)/taken", withIntermediateDirectories: true)
        let second = #expect(throws: ReportError.self) { try ReportFile.write([2], to: "\(folder)/taken") }
        #expect(second?.description.contains("(is a directory)") == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["file", "taken"])
    }
}
