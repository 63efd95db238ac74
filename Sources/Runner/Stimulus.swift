package import HAPModel

/// An action at the accessory failed, because of the command or the operator that is to carry it out.
package protocol StimulusFailure: Error {
    /// What failed and how, on one line, with the last line that was printed.
    var summary: String { get }
    /// Whether this action cannot be carried out at this accessory at all, which says nothing about the accessory.
    var isImpossible: Bool { get }
}

/// Triggers an action at the accessory itself, by the simulator, a hook of the profile, or the operator.
package protocol Stimulus: Sendable {
    /// The supported actions: `press`, `change`, `factory-reset`, `power-cycle`.
    var kinds: Set<String> { get }

    /// Presses the button: 0 once, 1 twice, 2 long.
    func press(_ event: Int64, of characteristic: CharacteristicID?) async throws

    /// Changes the characteristic's value at the accessory, as if a person had turned a knob.
    func change(_ characteristic: CharacteristicID, to value: JSON) async throws

    /// Resets the accessory to its factory state.
    ///
    /// - Returns: what was printed meanwhile, for the record; empty for none.
    func factoryReset() async throws -> String

    /// Turns the accessory off and on.
    ///
    /// - Returns: what was printed meanwhile, for the record; empty for none.
    func powerCycle() async throws -> String
}
