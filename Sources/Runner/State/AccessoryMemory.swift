import Foundation
import HAPModel
package import Observations

/// What earlier runs saw of an accessory.
package protocol AccessoryMemory: Sendable {
    /// The last sighting that counts of the accessory with this long-term public key (32 bytes), whatever its Device ID
    /// was then; `nil` if no run saw it. An accessory that was reset has another key.
    func sighting(of key: [UInt8]) -> AccessorySighting?

    /// Keeps what this run saw.
    ///
    /// - Throws: ``AccessoryMemoryError`` if it cannot be kept.
    func remember(_ sighting: AccessorySighting) throws(AccessoryMemoryError)
}

/// The sightings in the state folder, a file for each Device ID. An accessory is found by its key, so that one which changes its
/// Device ID is not taken for another one.
///
/// As long as the configuration number stays the same, the first sighting with it counts: a structure that changed
/// without it stays an error until the number changes, too.
package struct MemoryFolder: AccessoryMemory {
    private let folder: String

    /// - Parameter folder: the state folder.
    package init(folder: String) {
        self.folder = folder
    }

    package func sighting(of key: [UInt8]) -> AccessorySighting? {
        key.isEmpty ? nil : find(Hex.encode(key))?.sighting
    }

    package func remember(_ sighting: AccessorySighting) throws(AccessoryMemoryError) {
        let earlier = find(sighting.key)
        var sighting = sighting
        if let earlier, earlier.sighting.configurationNumber == sighting.configurationNumber {
            guard earlier.sighting.deviceID != sighting.deviceID else { return }
            (sighting.structure, sighting.firmware) = (earlier.sighting.structure, earlier.sighting.firmware)
        }
        let path = path(of: sighting.deviceID)
        do {
            try Data(sighting.json.pretty().utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw AccessoryMemoryError(
                description: "\(path) cannot be written, so the next run cannot compare the accessory with this one"
            )
        }
        // The accessory has one sighting, under its present Device ID.
        if let earlier, earlier.path != path { try? FileManager.default.removeItem(atPath: earlier.path) }
    }

    /// The sighting of the accessory with this key, in hexadecimal digits, and its file.
    private func find(_ key: String) -> (sighting: AccessorySighting, path: String)? {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names.sorted() where name.hasPrefix(Self.prefix) && name.hasSuffix(".json") {
            let path = "\(folder)/\(name)"
            guard let data = try? PrivateFile.contents(path), let json = try? JSON.parse(Array(data)),
                let sighting = AccessorySighting(json), sighting.key == key
            else { continue }
            return (sighting, path)
        }
        return nil
    }

    private static let prefix = "sighting-"

    private func path(of deviceID: String) -> String {
        let name = deviceID.map { $0.isLetter || $0.isNumber ? $0 : "-" }
        return "\(folder)/\(Self.prefix)\(String(name)).json"
    }
}

/// A sighting could not be kept.
package struct AccessoryMemoryError: Error, CustomStringConvertible {
    package let description: String
}
