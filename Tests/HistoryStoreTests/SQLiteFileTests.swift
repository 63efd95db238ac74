import Foundation
import History
import Processes
import Testing

@testable import HistoryStore

@Suite("History files")
struct SQLiteFileTests {
    private func complaint(_ body: () throws -> Void) -> String {
        do {
            try body()
            return "no error"
        } catch {
            return "\(error)"
        }
    }

    @Test("What is not a history gives one message that says what it is")
    func notAHistory() async throws {
        try await Workspace.with { workspace in
            try workspace.write(String(repeating: "This is a diary. ", count: 100), to: "diary.txt")
            let text = try HistoryPlace(workspace.path("diary.txt"))
            for writes in [false, true] {
                #expect(
                    complaint { _ = try HistoryStoreTests.open(text, writes: writes) }
                        == "\(text) is not a database; name another file with --history"
                )
            }
            #expect(try workspace.text("diary.txt").hasPrefix("This is a diary."))

            let folder = try HistoryPlace(workspace.folder.path)
            #expect(complaint { _ = try HistoryStore.writing(folder) }.contains("cannot be opened"))
            let missing = try HistoryPlace(workspace.path("missing.sqlite"))
            #expect(
                complaint { _ = try HistoryStore.reading(missing) }.hasPrefix("the history \(missing) does not exist")
            )
            #expect(!FileManager.default.fileExists(atPath: missing.description))

            try workspace.write("", to: "empty.sqlite")
            let empty = try HistoryPlace(workspace.path("empty.sqlite"))
            #expect(complaint { _ = try HistoryStore.reading(empty) }.contains("is empty"))
        }
    }

    @Test("A file that another process writes to for too long is locked, and a damaged one is named")
    func locked() async throws {
        try await Workspace.with { workspace in
            let path = workspace.path("history.sqlite")
            let store = try HistoryStore.writing(try HistoryPlace(path))
            _ = try store.keep(HistoryStoreTests.run("a"), [])
            let other = try SQLiteFile(path, creates: true, patience: 0.05)
            try store.database.write { _ in
                let words = complaint { try other.write { _ in } }
                #expect(words == "the history \(path) is locked by another process; try again when it has ended")
            }
            // A page in the middle is overwritten.
            let file = try #require(FileHandle(forUpdatingAtPath: path))
            try file.seek(toOffset: 4096)
            try file.write(contentsOf: Data(repeating: 0xff, count: 4096 * 4))
            try file.close()
            let words = complaint { _ = try HistoryStore.reading(try HistoryPlace(path)).runs(last: 1) }
            #expect(words.contains("is damaged"))
        }
    }

    @Test("A history is named by a path or a URL")
    func places() throws {
        #expect(try HistoryPlace("runs.sqlite") == .file("runs.sqlite"))
        #expect(try HistoryPlace("sqlite:///var/runs.sqlite") == .file("/var/runs.sqlite"))
        #expect(complaint { _ = try HistoryPlace("") }.contains("has no name"))
        #expect(complaint { _ = try HistoryPlace("sqlite:runs") }.contains("has no path"))
        let other = complaint { _ = try HistoryPlace("mysql://root:hunter2@host/db") }
        #expect(other == "the history cannot be kept with mysql://; name a file, or a database with postgresql://")
    }
}
