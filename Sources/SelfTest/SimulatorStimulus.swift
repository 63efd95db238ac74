package import HAPAccessory
package import HAPModel
import Runner

/// Triggers actions at a simulated accessory.
package struct SimulatorStimulus: Stimulus {
    let server: AccessoryServer
    let definition: AccessoryDefinition

    package init(server: AccessoryServer, definition: AccessoryDefinition) {
        self.server = server
        self.definition = definition
    }

    package var kinds: Set<String> { ["press", "change", "factory-reset", "power-cycle"] }

    package func press(_ event: Int64, of characteristic: CharacteristicID?) async throws {
        let buttons = definition.characteristics.filter { $0.type == .programmableSwitchEvent }.map(\.id)
        guard let button = characteristic.flatMap({ buttons.contains($0) ? $0 : nil }) ?? buttons.first else {
            throw StimulusError("the simulated \(definition.name) has no button")
        }
        try server.press(button, JSON(event))
    }

    package func change(_ characteristic: CharacteristicID, to value: JSON) async throws {
        try server.set(characteristic, value)
    }

    package func factoryReset() async throws -> String {
        await server.factoryReset()
        return ""
    }

    package func powerCycle() async throws -> String {
        guard await server.powerCycle() else {
            throw StimulusError("the simulated \(definition.name) has crashed, and does not start again")
        }
        return ""
    }
}

/// A stimulus that is not possible.
package struct StimulusError: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
