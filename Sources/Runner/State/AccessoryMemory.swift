import Foundation
import HAPModel
package import Observations

/// What earlier runs saw of an accessory.
package protocol AccessoryMemory: Sendable {
    /// The last sighting that counts; `nil` if no run saw the accessory.
    func sighting(of accessory: DeviceID) -> AccessorySighting?

    /// Keeps what this run saw.
    ///
    /// - Throws: ``AccessoryMemoryError`` if it cannot be kept.
    func remember(_ sighting: AccessorySighting, of accessory: DeviceID) throws(AccessoryMemoryError)
}

/// The sightings in the state folder, a file for each accessory.
///
/// As long as the configuration number stays the same, the first sighting with it counts: a structure that changed
/// without it stays an error until the number changes, too.
package struct MemoryFolder: AccessoryMemory {
    private let folder: String

    /// - Parameter folder: the state folder.
    package init(folder: String) {
        self.folder = folder
    }

    package func sighting(of accessory: DeviceID) -> AccessorySighting? {
        guard let data = try? PrivateFile.contents(path(of: accessory)), let json = try? JSON.parse(Array(data)) else {
            return nil
        }
        return AccessorySighting(json)
    }

    package func remember(_ sighting: AccessorySighting, of accessory: DeviceID) throws(AccessoryMemoryError) {
        if let earlier = self.sighting(of: accessory), earlier.key == sighting.key,
            earlier.configurationNumber == sighting.configurationNumber
        {
            return
        }
        let path = path(of: accessory)
        do {
            try Data(sighting.json.pretty().utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw AccessoryMemoryError(
                description: "\(path) cannot be written, so the next run cannot compare c# with this one"
            )
        }
    }

    private func path(of accessory: DeviceID) -> String {
        let name = accessory.description.map { $0.isLetter || $0.isNumber ? $0 : "-" }
        return "\(folder)/sighting-\(String(name)).json"
    }
}

/// A sighting could not be kept.
package struct AccessoryMemoryError: Error, CustomStringConvertible {
    package let description: String
}
