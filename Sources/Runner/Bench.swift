package import HAPController
package import HAPCrypto
package import HAPModel
package import Links
package import Measurement

/// What a run stands on: the way to the accessory, time, chance, and whoever can make something happen at it.
package struct Bench: Sendable {
    package var dialer: any LinkDialer
    package var clock: MonotonicClock
    package var random: any RandomSource
    /// Finds what the accessory advertises; `nil` if it cannot be looked for.
    package var finder: ServiceFinder?
    /// Presses buttons and changes values at the accessory; `nil` if nobody can.
    package var stimulus: (any Stimulus)?

    package init(
        dialer: any LinkDialer,
        clock: MonotonicClock,
        random: any RandomSource,
        finder: ServiceFinder? = nil,
        stimulus: (any Stimulus)? = nil
    ) {
        self.dialer = dialer
        self.clock = clock
        self.random = random
        self.finder = finder
        self.stimulus = stimulus
    }
}

/// Makes something happen at the accessory: the simulator, a hook of the profile, or the operator.
package protocol Stimulus: Sendable {
    /// What it can do: `press`, `change`, `factory-reset`.
    var kinds: Set<String> { get }

    /// Presses the button: 0 once, 1 twice, 2 long.
    func press(_ event: Int64, of characteristic: CharacteristicID?) async throws

    /// Makes the characteristic take the value by itself, as if somebody had turned a knob.
    func change(_ characteristic: CharacteristicID, to value: JSON) async throws

    /// Brings the accessory back to how it left the factory.
    func factoryReset() async throws
}
