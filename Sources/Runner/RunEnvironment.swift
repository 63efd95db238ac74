package import HAPController
package import HAPCrypto
package import Measurement

/// What a run depends on: the transport to the accessory, the clock, random numbers, and a stimulus for actions at
/// the device.
package struct RunEnvironment: Sendable {
    package var transport: any Transport
    package var clock: MonotonicClock
    package var random: any RandomSource
    /// Presses buttons and changes values at the accessory; `nil` if this is not possible.
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
