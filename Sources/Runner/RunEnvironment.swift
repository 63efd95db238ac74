package import HAPController
package import HAPCrypto
package import Measurement

/// What a run stands on: the way to the accessory, time, chance, and a stimulus for what only the device itself can do.
package struct RunEnvironment: Sendable {
    package var transport: any Transport
    package var clock: MonotonicClock
    package var random: any RandomSource
    /// Presses buttons and changes values at the accessory; `nil` if there is no way to do that.
    package var stimulus: (any Stimulus)?

    package init(
        transport: any Transport,
        clock: MonotonicClock,
        random: any RandomSource,
        stimulus: (any Stimulus)? = nil
    ) {
        self.transport = transport
        self.clock = clock
        self.random = random
        self.stimulus = stimulus
    }
}
