package import HAPModel

/// Makes something happen at the accessory: the simulator, a hook of the profile, or the operator.
package protocol Stimulus: Sendable {
    /// What it can do: `press`, `change`, `factory-reset`.
    var kinds: Set<String> { get }

    /// Presses the button: 0 once, 1 twice, 2 long.
    func press(_ event: Int64, of characteristic: CharacteristicID?) async throws

    /// Makes the characteristic take the value by itself, as if a person had turned a knob.
    func change(_ characteristic: CharacteristicID, to value: JSON) async throws

    /// Brings the accessory back to its factory state.
    func factoryReset() async throws
}
