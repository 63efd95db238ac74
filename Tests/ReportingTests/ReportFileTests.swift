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

    @Test("a link keeps its place, also below /dev or if its file is missing, and the report replaces the file")
    func links() throws {
        let files = FileManager.default
        let shared = "/dev/shm/assay-report-\(UUID())"
        defer { for path in [folder, shared] { try? files.removeItem(atPath: path) } }
        try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (link, target) in [
            ("\(folder)/first", "second"), ("\(folder)/second", "new/page"), (shared, "\(folder)/other"),
        ] {
            try files.createSymbolicLink(atPath: link, withDestinationPath: target)
        }
        for bytes: [UInt8] in [[1, 2], [3]] {
            for (link, file) in [("\(folder)/first", "new/page"), (shared, "other")] {
                try ReportFile.write(bytes, to: link)
                #expect(files.contents(atPath: "\(folder)/\(file)") == Data(bytes), "\(link)")
                #expect(throws: Never.self) { try files.destinationOfSymbolicLink(atPath: link) }
            }
        }
        #expect(try files.destinationOfSymbolicLink(atPath: "\(folder)/second") == "new/page")
        try files.createSymbolicLink(atPath: "\(folder)/circle", withDestinationPath: "circle")
        let error = #expect(throws: ReportError.self) { try ReportFile.write([1], to: "\(folder)/circle") }
        #expect(error?.description.contains("(too many levels of symbolic links)") == true)
        #expect(try files.destinationOfSymbolicLink(atPath: "\(folder)/circle") == "circle")
    }

    @Test("an open descriptor is written to by each of its names, also over a link")
    func descriptors() throws {
        let files = FileManager.default
        defer { try? files.removeItem(atPath: folder) }
        try ReportFile.write([0], to: "\(folder)/file")
        let open = try #require(FileHandle(forWritingAtPath: "\(folder)/file"))
        try open.seekToEnd()
        let number = open.fileDescriptor
        try files.createSymbolicLink(atPath: "\(folder)/link", withDestinationPath: "/dev/fd/\(number)")
        try files.createSymbolicLink(atPath: "\(folder)/all", withDestinationPath: "/proc/self/fd")
        let names = [
            "/dev/fd/\(number)", "/proc/\(getpid())/fd/\(number)", "\(folder)/link", "\(folder)/all/\(number)",
        ]
        for (index, name) in names.enumerated() {
            #expect(ReportPlace(name).descriptor == number, "\(name)")
            try ReportFile.write([UInt8(index + 1)], to: name)
        }
        #expect(files.contents(atPath: "\(folder)/file") == Data([0, 1, 2, 3, 4]))
        try open.close()
    }
}
