import Foundation
import HAPModel
import Observations
import Testing

@testable import Runner

@Suite("Memory of earlier runs")
struct AccessoryMemoryTests {
    private func inFolder(_ body: (MemoryFolder, String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "assay-memory-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(MemoryFolder(folder: folder.path), folder.path)
    }

    private func sighting(_ number: UInt64, _ structure: [String], key: String = "00") -> AccessorySighting {
        var sighting = AccessorySighting(AttributeDatabase(.null), configurationNumber: number, key: [])
        (sighting.key, sighting.structure) = (key, structure)
        return sighting
    }

    @Test("The first sighting with a configuration number counts; another number or key replaces it")
    func remember() throws {
        let id = try #require(DeviceID("AA:BB:CC:DD:EE:01"))
        try inFolder { memory, folder in
            #expect(memory.sighting(of: id) == nil)
            let first = sighting(1, ["aid 1"])
            try memory.remember(first, of: id)
            try memory.remember(sighting(1, ["aid 1", "aid 2"]), of: id)
            #expect(memory.sighting(of: id) == first)
            for next in [sighting(2, ["aid 2"]), sighting(1, ["aid 3"]), sighting(1, ["aid 4"], key: "01")] {
                try memory.remember(next, of: id)
                #expect(memory.sighting(of: id) == next)
            }
            let other = try #require(DeviceID("AA:BB:CC:DD:EE:02"))
            #expect(memory.sighting(of: other) == nil)
        }
    }

    @Test("A damaged file counts as no earlier run, and is replaced")
    func damaged() throws {
        let id = try #require(DeviceID("../x"))
        try inFolder { memory, folder in
            try Data("{".utf8).write(to: URL(fileURLWithPath: "\(folder)/sighting----X.json"))
            #expect(memory.sighting(of: id) == nil)
            let first = sighting(1, ["aid 1"])
            try memory.remember(first, of: id)
            #expect(memory.sighting(of: id) == first)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["sighting----X.json"])
        }
    }

    @Test("A folder that cannot be written is named")
    func unwritable() throws {
        let id = try #require(DeviceID("AA"))
        #expect(throws: AccessoryMemoryError.self) {
            try MemoryFolder(folder: "/proc/none").remember(sighting(1, []), of: id)
        }
    }
}
