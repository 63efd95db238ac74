package import HAPController
package import HAPCrypto
import HAPModel
package import Latency
package import Measurement

/// What a run depends on: the transports to the accessory, the clock, random numbers, and a stimulus for actions at
/// the device.
package struct RunEnvironment: Sendable {
    /// The transport that is used where nothing names another one.
    package var transport: any Transport
    /// Further transports to the same accessory.
    package var others: [any Transport] = []
    package var clock: MonotonicClock
    package var random: any RandomSource
    /// Presses buttons and changes values at the accessory; `nil` if this is not possible.
    package var stimulus: (any Stimulus)?
    /// Measures what the tester adds to each measured time; `nil` where there is nothing to compare with.
    package var overhead: OverheadMeter?
    /// Measures what a plain echo takes on the tester's machine at this moment, which other programs make longer; `nil` where time is
    /// virtual.
    package var echo: (@Sendable () -> MachineEcho?)?

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

    /// All transports to the accessory, that of ``transport`` first.
    package var transports: [any Transport] { [transport] + others }

    /// The name of ``transport``.
    var transportName: String { transport.kind.rawValue }

    /// The same environment with another one of its transports in the first place.
    func over(_ name: String) -> RunEnvironment {
        guard name != transportName, let index = others.firstIndex(where: { $0.kind.rawValue == name }) else {
            return self
        }
        var environment = self
        environment.others[index] = transport
        environment.transport = others[index]
        return environment
    }
}
