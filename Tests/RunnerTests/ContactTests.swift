import HAPController
import HAPCrypto
import HAPModel
import HAPPairing
import Links
import Measurement
import Synchronization
import Testing

@testable import Runner

@Suite("Reaching the accessory")
struct ContactTests {
    /// Opens no link, and counts the attempts.
    private final class FailingDialer: LinkDialer {
        private let code: LinkError.Code
        private let count = Mutex(0)

        init(_ code: LinkError.Code) { self.code = code }

        var destination: String { "accessory" }
        var attempts: Int { count.withLock { $0 } }

        func dial(until deadline: Moment) async throws(LinkError) -> any Link {
            count.withLock { $0 += 1 }
            throw LinkError(code, "no link")
        }
    }

    @Test(
        "A connection that fails is tried again for the time of one response, unless a relay forbids it",
        arguments: [
            (LinkError.Code.refused, 21, Duration.seconds(10)), (.unreachable, 21, .seconds(10)),
            (.forbidden, 1, .zero),
        ]
    )
    func tries(_ code: LinkError.Code, _ attempts: Int, _ time: Duration) throws {
        let bench = VirtualBench()
        let dialer = FailingDialer(code)
        let (message, took) = try bench.run {
            let environment = RunEnvironment(
                transport: IPTransport(dialer: dialer, clock: bench.clock),
                clock: bench.clock,
                random: SeededRandom(seed: 1)
            )
            let contact = Contact(
                environment: environment,
                observer: NoObserver(),
                connectWithin: .seconds(5),
                patience: .seconds(10),
                stop: StopRequest()
            )
            let start = bench.clock.now
            do throws(ControllerError) {
                try await contact.open(contact.connection("test"))
                return ("", Duration.zero)
            } catch { return (error.message, start.duration(to: bench.clock.now)) }
        }
        #expect(message == "no link")
        #expect(dialer.attempts == attempts && took == time)
    }
}
