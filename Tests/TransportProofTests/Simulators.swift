import Foundation
import HAPAccessory
import SelfTest
import SuiteLanguage
import Testing

/// The suites and the simulated accessories of this checkout.
struct Simulators {
    let suites: SuiteLibrary
    let simulators: SimulatorLibrary

    init() throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Suites").path
        suites = try SuiteLibrary(try SuitesFolder(path: path).read())
        simulators = try SimulatorLibrary(suites.files, requirements: suites.requirements)
    }

    private static let shared = Result { try Simulators() }

    static func lightbulb() throws -> AccessoryDefinition {
        try #require(try shared.get().simulators.accessory("lightbulb"))
    }
}
