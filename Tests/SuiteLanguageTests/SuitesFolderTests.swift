import Foundation
import MarkedYAML
import Testing

@testable import SuiteLanguage

/// How the program finds its suites, in a checkout and installed.
@Suite("Suites folder")
struct SuitesFolderTests {
    /// Calls `body` with an empty folder, and removes it afterwards.
    private func inFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appending(path: "assay-suites-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.path)
    }

    private func make(_ suites: String) throws {
        try FileManager.default.createDirectory(atPath: suites + "/requirements", withIntermediateDirectories: true)
    }

    @Test("ASSAY_SUITES names the folder and takes precedence")
    func environment() throws {
        try inFolder { folder in
            for place in ["named", "share/assay/Suites", "Suites"] { try make("\(folder)/\(place)") }
            let found = try SuitesFolder.find(
                program: folder + "/bin/assay",
                environment: ["ASSAY_SUITES": folder + "/named"],
                current: folder
            )
            #expect(found.path == folder + "/named")
        }
    }

    @Test(
        "An ASSAY_SUITES folder that does not exist is an error, even in a checkout; an empty ASSAY_SUITES is ignored"
    )
    func wrongEnvironment() throws {
        try inFolder { folder in
            try make(folder + "/Suites")
            func find(_ named: String) throws -> SuitesFolder {
                try SuitesFolder.find(
                    program: folder + "/.build/debug/assay",
                    environment: ["ASSAY_SUITES": named],
                    current: folder
                )
            }
            let problem = try #require(throws: SuitesNotFound.self) { try find(folder + "/nowhere") }
            let message =
                "ASSAY_SUITES names \(folder)/nowhere, which is not a folder of suites; correct it or unset it"
            #expect(problem.description == message)
            #expect(try find("").path == folder + "/Suites")
        }
    }

    @Test("Every file that is not UTF-8, cannot be read or has another name is reported with its place")
    func encoding() throws {
        try inFolder { folder in
            let texts: [(String, [UInt8])] = [
                ("a.yaml", Array("title: é\nx: ".utf8) + [0xe9, 0x0a]), ("b.yaml", Array("title: é\n".utf8)),
                ("c.json", [0xff]), ("d.yaml", [0xef, 0xbb, 0xbf] + Array("title: d\n".utf8)),
                ("f.yml", Array("title: f\n".utf8)),
            ]
            try FileManager.default.createDirectory(atPath: "\(folder)/e.yaml", withIntermediateDirectories: true)
            for (name, bytes) in texts {
                #expect(FileManager.default.createFile(atPath: "\(folder)/\(name)", contents: Data(bytes)))
            }
            let said = try #require(throws: SuiteProblems.self) { try SuitesFolder(path: folder).read() }
            #expect(
                said.problems.map(\.description) == [
                    "a.yaml:2:4: the file is not valid UTF-8; save it as UTF-8",
                    "c.json:1:1: the file is not valid UTF-8; save it as UTF-8",
                    "e.yaml:1:1: this cannot be read; it must be a file that you may read",
                    "f.yml:1:1: the names of suite files end in .yaml; rename it",
                ]
            )
            for name in ["a.yaml", "c.json", "e.yaml", "f.yml"] {
                try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
            }
            let read = try SuitesFolder(path: folder).read()
            #expect(read.map(\.text) == ["title: é\n", "title: d\n"])
        }
    }

    @Test("An installed program finds ../share/assay/Suites beside it, also through a link, before any other folder")
    func installed() throws {
        try inFolder { folder in
            for place in ["usr/share/assay/Suites", "Suites", "elsewhere"] { try make("\(folder)/\(place)") }
            let manager = FileManager.default
            try manager.createDirectory(atPath: folder + "/usr/bin", withIntermediateDirectories: true)
            #expect(manager.createFile(atPath: folder + "/usr/bin/assay", contents: nil))
            let link = folder + "/elsewhere/assay"
            try manager.createSymbolicLink(atPath: link, withDestinationPath: folder + "/usr/bin/assay")
            for program in [folder + "/usr/bin/assay", link] {
                let found = try SuitesFolder.find(program: program, environment: [:], current: folder)
                #expect(found.path == folder + "/usr/share/assay/Suites")
            }
        }
    }

    @Test("A program that was built in a checkout finds the suites of the checkout from every current folder")
    func checkout() throws {
        try inFolder { folder in
            for place in ["checkout/Suites", "called/Suites"] { try make("\(folder)/\(place)") }
            let found = try SuitesFolder.find(
                program: folder + "/checkout/.build/x86_64/debug/assay",
                environment: [:],
                current: folder + "/called"
            )
            #expect(found.path == folder + "/checkout/Suites")
        }
    }

    @Test("Any other program tries the current folder, and otherwise lists the folders that it tried")
    func current() throws {
        try inFolder { folder in
            func find() throws -> SuitesFolder {
                try SuitesFolder.find(program: folder + "/bin/assay", environment: [:], current: folder + "/called")
            }
            let problem = try #require(throws: SuitesNotFound.self) { try find() }
            for place in ["share/assay/Suites", "bin/Suites", "Suites", "called/Suites"] {
                #expect(problem.places.contains("\(folder)/\(place)"), "\(place)")
            }
            #expect(problem.description.contains("set ASSAY_SUITES to the folder"))
            try make(folder + "/called/Suites")
            #expect(try find().path == folder + "/called/Suites")
        }
    }
}
