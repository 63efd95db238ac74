import Foundation
import HAPModel
import Testing

@testable import Runner

@Suite("Files with secrets")
struct LedgerFileTests {
    private static func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test("A ledger that others can read is closed to them when it is opened")
    func mode() throws {
        try StateFolder.with { folder in
            let path = try Ledger(folder: folder, address: "lamp").path
            try Data("{}\n".utf8).write(to: URL(filePath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
            _ = try Ledger(folder: folder, address: "lamp")
            #expect(try Self.mode(path) == 0o600)
        }
    }

    @Test("A ledger without an entry leaves no file, and one whose file was deleted before the lock is opened again")
    func empty() throws {
        try StateFolder.with { folder in
            let path: String
            do {
                let ledger = try Ledger(folder: folder, address: "lamp")
                path = ledger.path
                #expect(FileManager.default.fileExists(atPath: path))
                #expect(throws: LedgerError.self) { _ = try Ledger(folder: folder, address: "lamp") }
            }
            #expect(!FileManager.default.fileExists(atPath: path))
            do { try Ledger(folder: folder, address: "lamp").owe("a", .pairing, ["identifier": "X"]) }
            #expect(FileManager.default.fileExists(atPath: path))
            do {
                let ledger = try Ledger(folder: folder, address: "lamp")
                try ledger.pay("a")
                try ledger.compact()
            }
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }

    @Test("A ledger whose folder was made again leaves the new file at its path to the process that made it")
    func replaced() throws {
        try StateFolder.with { folder in
            let path: String
            do {
                let ledger = try Ledger(folder: folder, address: "lamp")
                path = ledger.path
                try FileManager.default.removeItem(atPath: folder)
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
                try Data().write(to: URL(filePath: path))
            }
            #expect(FileManager.default.fileExists(atPath: path))
        }
    }

    @Test("A ledger or a file of pairings that is a link to another file is refused, and the other file stays as it is")
    func link() throws {
        try StateFolder.with { folder in
            let ledger = try Ledger(folder: folder, address: "lamp").path
            let other = folder + "/other"
            try Data("other\n".utf8).write(to: URL(filePath: other))
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: other)
            for path in [ledger, folder + "/pairings.json"] {
                try? FileManager.default.removeItem(atPath: path)
                try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: other)
            }
            let error = #expect(throws: LedgerError.self) { _ = try Ledger(folder: folder, address: "lamp") }
            #expect(error?.description.contains("it is a symbolic link") == true)
            let refusal = #expect(throws: PairingStoreError.self) {
                _ = try PairingStore(folder: folder).pairings()
            }
            #expect(refusal?.description.contains("it is a symbolic link") == true)
            #expect(try String(contentsOfFile: other, encoding: .utf8) == "other\n")
            #expect(try Self.mode(other) == 0o644)
        }
    }
}
