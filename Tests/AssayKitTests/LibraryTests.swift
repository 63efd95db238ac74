import AssayKit
import Foundation
import Testing

/// The API for programs that embed Assay; this target sees only public declarations.
@Suite("AssayKit")
struct LibraryTests {
    private static let suites = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Suites").path

    /// Calls `body` with a folder that exists only during the call.
    private func withFolder<Value>(_ body: (URL) async throws -> Value) async throws -> Value {
        let folder = FileManager.default.temporaryDirectory.appending(path: "assay-kit-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder)
    }

    @Test("runs cases on a simulated accessory and returns verdicts and reports")
    func conformant() async throws {
        let suites = try Suites(folder: Self.suites)
        #expect(suites.cases.contains("write.round-trip"))
        #expect(try suites.simulatedAccessories.contains("lightbulb"))
        try await withFolder { folder in
            let options = RunOptions(cases: ["write.round-trip", "read.twice"])
            let run = ConformanceRun(suites, on: .simulated("lightbulb"), options, reports: folder.path)
            let outcome = try await run.carryOut()
            #expect(outcome.exitStatus == 0, "\(outcome.summary)")
            #expect(outcome.complaint == nil)
            let passed = outcome.verdicts.filter { $0.outcome == .passed }
            #expect(Set(passed.map(\.caseID)) == ["write.round-trip", "read.twice"])
            #expect(outcome.summary.contains("passed"))
            let reports = try #require(outcome.folder)
            #expect(reports.hasPrefix(folder.path))
            for name in ["run.jsonl.gz", "junit.xml", "summary.json"] {
                let file = URL(filePath: reports).appending(path: name)
                #expect(try Data(contentsOf: file).count > 100, "\(name)")
            }
        }
    }

    @Test("keeps the verdicts if the reports cannot be written")
    func unwritableReports() async throws {
        let suites = try Suites(folder: Self.suites)
        try await withFolder { folder in
            // No file can have the name of a folder that is there: the name of the run is known only when it runs.
            let options = RunOptions(cases: ["read.twice"])
            let run = ConformanceRun(suites, on: .simulated("lightbulb"), options, reports: folder.path)
            async let blocking: Void = {
                while !Task.isCancelled {
                    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
                    guard let name = names.first(where: { !$0.hasPrefix(".") }) else {
                        await Task.yield()
                        continue
                    }
                    let report = folder.appending(path: name).appending(path: "junit.xml")
                    return try FileManager.default.createDirectory(at: report, withIntermediateDirectories: false)
                }
            }()
            let outcome = try await run.carryOut()
            try await blocking
            #expect(outcome.reportProblem?.contains("junit.xml cannot be written") == true)
            #expect(outcome.exitStatus == 4)
            #expect(outcome.verdicts.contains { $0.outcome == .passed } && outcome.summary.contains("passed"))
            #expect(outcome.summary.contains("(exit status 4)"))
        }
    }

    @Test("replaces the link to the latest reports, but no folder and no other link of the user")
    func latest() async throws {
        let suites = try Suites(folder: Self.suites)
        try await withFolder { folder in
            let latest = folder.appending(path: "latest").path
            func run() async throws -> String {
                let options = RunOptions(cases: ["read.twice"])
                let run = ConformanceRun(suites, on: .simulated("lightbulb"), options, reports: folder.path)
                let outcome = try await run.carryOut()
                return URL(filePath: try #require(outcome.folder)).lastPathComponent
            }
            func target() throws -> String { try FileManager.default.destinationOfSymbolicLink(atPath: latest) }
            #expect(try await run() == target())
            #expect(try await run() == target())
            try FileManager.default.removeItem(atPath: latest)
            try FileManager.default.createSymbolicLink(atPath: latest, withDestinationPath: "/nowhere")
            _ = try await run()
            #expect(try target() == "/nowhere")
            try FileManager.default.removeItem(atPath: latest)
            try FileManager.default.createDirectory(atPath: latest + "/mine", withIntermediateDirectories: true)
            _ = try await run()
            #expect(FileManager.default.fileExists(atPath: latest + "/mine"))
        }
    }

    @Test("finds a defect and reports the expected and the received result")
    func defect() async throws {
        let suites = try Suites(folder: Self.suites)
        try await withFolder { folder in
            let run = ConformanceRun(
                suites,
                on: .simulated("lightbulb", defect: "below-min-accepted"),
                RunOptions(cases: ["write.below-minimum"]),
                reports: folder.path
            )
            let outcome = try await run.carryOut()
            #expect(outcome.exitStatus == 1)
            let failed = try #require(outcome.verdicts.first { $0.outcome == .failed })
            #expect(failed.findings.contains { $0.requirement == "HAP-WRITE-018" })
            let details = try #require(outcome.details(of: failed.instance))
            #expect(details.contains("FAILED \(failed.instance)"))
            #expect(details.contains("HAP-WRITE-018"))
        }
    }

    @Test("stops early when the task is cancelled, and still writes its reports")
    func cancelled() async throws {
        let suites = try Suites(folder: Self.suites)
        try await withFolder { folder in
            let run = ConformanceRun(suites, on: .simulated("lightbulb"), reports: folder.path)
            let outcome = try await withThrowingTaskGroup(of: RunOutcome.self) { group in
                group.addTask { try await run.carryOut() }
                group.cancelAll()
                return try await group.next()
            }
            #expect(outcome?.exitStatus == 5)
            #expect(outcome?.verdicts.contains { $0.outcome == .passed } == false)
        }
    }

    @Test("reports errors in the set-up with the exit status of the command line")
    func setup() async throws {
        let suites = try Suites(folder: Self.suites)
        try await withFolder { folder in
            let nothing = ConformanceRun(
                suites,
                on: .simulated("lightbulb"),
                RunOptions(cases: ["no.such-case"]),
                reports: folder.path
            )
            let error = await #expect(throws: SetupError.self) { try await nothing.carryOut() }
            #expect(error?.exitStatus == 2)
            #expect(error?.description.hasPrefix("no case matches no.such-case") == true)
            let toaster = ConformanceRun(suites, on: .simulated("toaster"), reports: folder.path)
            let unknown = await #expect(throws: SetupError.self) { try await toaster.carryOut() }
            #expect(unknown?.description.hasPrefix("unknown simulated accessory `toaster`") == true)
        }
        #expect(throws: SetupError.self) { try AccessoryChoice.address("127.0.0.1:1", setupCode: "123-45-678") }
        #expect(throws: SetupError.self) { try Suites(folder: "/nowhere") }
    }
}
