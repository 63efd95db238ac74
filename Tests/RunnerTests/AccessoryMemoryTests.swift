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

    private func sighting(
        _ number: UInt64,
        _ structure: [String],
        key: UInt8 = 0,
        id: String = "AA:BB:CC:DD:EE:01"
    ) -> AccessorySighting {
        var sighting = AccessorySighting(
            AttributeDatabase(.null),
            configurationNumber: number,
            deviceID: id,
            key: [key]
        )
        sighting.structure = structure
        return sighting
    }

    @Test("The first sighting with a configuration number counts; another number replaces it")
    func remember() throws {
        try inFolder { memory, folder in
            #expect(memory.sighting(of: [0]) == nil)
            let first = sighting(1, ["aid 1"])
            try memory.remember(first)
            try memory.remember(sighting(1, ["aid 1", "aid 2"]))
            #expect(memory.sighting(of: [0]) == first)
            let next = sighting(2, ["aid 2"])
            try memory.remember(next)
            #expect(memory.sighting(of: [0]) == next)
            #expect(memory.sighting(of: [1]) == nil)
        }
    }

    @Test(
        "An accessory that was reset has another key, and nothing is known of it; its new sighting replaces the old one"
    )
    func reset() throws {
        try inFolder { memory, folder in
            try memory.remember(sighting(1, ["aid 3"]))
            let next = sighting(1, ["aid 4"], key: 1)
            try memory.remember(next)
            #expect(memory.sighting(of: [1]) == next)
            #expect(memory.sighting(of: [0]) == nil)
        }
    }

    @Test("An accessory with another Device ID is found by its key, and has one file")
    func deviceID() throws {
        try inFolder { memory, folder in
            let first = sighting(1, ["aid 1"])
            try memory.remember(first)
            let beside = sighting(5, ["aid 1"], key: 1, id: "AA:BB:CC:DD:EE:03")
            try memory.remember(beside)
            #expect(memory.sighting(of: [0])?.deviceID == "AA:BB:CC:DD:EE:01")
            // What c# does not show yet is still compared with the first sighting.
            try memory.remember(sighting(1, ["aid 1", "aid 2"], id: "AA:BB:CC:DD:EE:02"))
            #expect(memory.sighting(of: [0]) == sighting(1, ["aid 1"], id: "AA:BB:CC:DD:EE:02"))
            #expect(memory.sighting(of: []) == nil)
            #expect(memory.sighting(of: [1]) == beside)
            let files = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(Set(files) == ["sighting-AA-BB-CC-DD-EE-02.json", "sighting-AA-BB-CC-DD-EE-03.json"])
        }
    }

    @Test("A damaged file counts as no earlier run, and is replaced")
    func damaged() throws {
        try inFolder { memory, folder in
            try Data("{".utf8).write(to: URL(fileURLWithPath: "\(folder)/sighting----X.json"))
            #expect(memory.sighting(of: [0]) == nil)
            let first = sighting(1, ["aid 1"], id: "../X")
            try memory.remember(first)
            #expect(memory.sighting(of: [0]) == first)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["sighting----X.json"])
        }
    }

    @Test("A folder that cannot be written is named")
    func unwritable() throws {
        #expect(throws: AccessoryMemoryError.self) {
            try MemoryFolder(folder: "/proc/none").remember(sighting(1, []))
        }
    }
}
