import Foundation
import Processes
import Testing

/// The state folder holds keys, so no other user may put files into it.
@Suite("The state folder", .takingTurns)
struct StateFolderTests {
    private static let kept = ["pair", "--address", "127.0.0.1:1", "--state"]

    @Test("One that other users can write to is refused before anything is sent")
    func mode() async throws {
        try await Workspace.with { workspace in
            let folder = workspace.folder.appending(path: "keys")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
            let run = try await AssayProgram(in: workspace).run(Self.kept + [folder.path])
            #expect(run.status == 2, "\(run.everything)")
            #expect(run.errors.contains("other users can write to the folder \(folder.path)"), "\(run.errors)")
            #expect(run.errors.contains("chmod go-w"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        }
    }

    @Test("One of another user is refused", .enabled(if: geteuid() == 0, "only root can give a folder away"))
    func owner() async throws {
        try await Workspace.with { workspace in
            let folder = workspace.folder.appending(path: "keys")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            try FileManager.default.setAttributes([.ownerAccountID: 4242], ofItemAtPath: folder.path)
            let run = try await AssayProgram(in: workspace).run(Self.kept + [folder.path])
            #expect(run.status == 2, "\(run.everything)")
            #expect(run.errors.contains("the folder \(folder.path) belongs to another user"), "\(run.errors)")
        }
    }

    @Test("An address that never answers leaves nothing in it, and neither does an accessory that is left as it was")
    func traces() async throws {
        try await withLightbulb { assay, _, place in
            for (words, status) in [(["--address", "127.0.0.1:1", "--answer-within", "1s"], 3), (place, 0)] {
                let run = try await assay.run(["run", "write.service", "--state", "keys"] + words)
                #expect(run.status == status, "\(run.everything)")
                let files = try assay.workspace.files(below: "keys").filter { !$0.hasPrefix("sighting-") }
                #expect(files == [], "\(words)")
            }
        }
    }

    @Test("A new one belongs to the user alone")
    func new() async throws {
        try await Workspace.with { workspace in
            let folder = workspace.folder.appending(path: "keys")
            let run = try await AssayProgram(in: workspace).run(Self.kept + [folder.path])
            #expect(run.status == 2, "\(run.everything)")  // It lacks a setup code.
            let mode = try FileManager.default.attributesOfItem(atPath: folder.path)[.posixPermissions] as? Int
            #expect(mode == 0o700)
        }
    }
}
