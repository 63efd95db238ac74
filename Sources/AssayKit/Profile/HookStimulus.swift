import HAPModel
import Runner

/// Acts on the accessory by the commands of its profile, or by `--reset-command`.
struct HookStimulus: Stimulus {
    var reset: HookCommand?
    var powerCycle: HookCommand?
    var stimulate: HookCommand?
    /// The actions of ``stimulate``.
    var stimuli: Set<String> = []

    var kinds: Set<String> {
        (stimulate == nil ? [] : stimuli).union(reset == nil ? [] : ["factory-reset"])
            .union(powerCycle == nil ? [] : ["power-cycle"])
    }

    func press(_ event: Int64, of characteristic: CharacteristicID?) async throws {
        try await act("press", characteristic, "\(event)")
    }

    func change(_ characteristic: CharacteristicID, to value: JSON) async throws {
        try await act("change", characteristic, value.serialized())
    }

    private func act(_ action: String, _ characteristic: CharacteristicID?, _ value: String) async throws {
        guard let stimulate else { throw HookError("no command can \(action) anything at the accessory") }
        _ = try await stimulate.run([
            "ASSAY_ACTION": action, "ASSAY_CHARACTERISTIC": characteristic?.description ?? "", "ASSAY_VALUE": value,
        ])
    }

    func factoryReset() async throws -> String {
        guard let reset else { throw HookError("no command resets the accessory") }
        return try await reset.run()
    }

    func powerCycle() async throws -> String {
        guard let powerCycle else { throw HookError("no command turns the accessory off and on") }
        return try await powerCycle.run()
    }
}
