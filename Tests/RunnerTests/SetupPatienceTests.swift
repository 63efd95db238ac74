import HAPController
import Measurement
import Testing

@testable import Runner

@Suite("Patience with an accessory that does not accept M1")
struct SetupPatienceTests {
    @Test("Busy is waited for until the limit, with longer and longer pauses")
    func busy() throws {
        let (count, waited) = try sent(.busy, limit: .seconds(10))
        // After 100, 200, 400, 800, 1600, 2000, 2000 and 2000 ms; the next pause would end too late.
        #expect(count == 8)
        #expect(waited == .milliseconds(9100))
    }

    @Test("Backoff is waited for as long as the accessory says, if that is not too long")
    func backoff() throws {
        #expect(try sent(.backoff(.seconds(25)), limit: .zero) == (2, .seconds(50)))
        #expect(try sent(.backoff(.seconds(61)), limit: .zero) == (0, .zero))
    }

    @Test("An odd refusal is a reason for one more M1 only, and a refusal for good for none")
    func odd() throws {
        #expect(try sent(.odd, limit: .seconds(10)) == (1, .zero))
        #expect(try sent(.odd, limit: .seconds(10), repeatsOddRefusal: false) == (0, .zero))
        #expect(try sent(nil, limit: .seconds(10)) == (0, .zero))
    }

    @Test("Attempts that start again get their time again, but not more than the time in all")
    func total() throws {
        let bench = VirtualBench()
        let waited = try bench.run {
            var patience = SetupPatience(
                clock: bench.clock,
                busyLimit: .zero,
                total: .seconds(100),
                stop: StopRequest()
            )
            for _ in 0..<10 {
                patience.startAgain()
                _ = await patience.allowsAnother(after: .backoff(.seconds(40)))
            }
            return patience.waited
        }
        #expect(waited == .seconds(80))
    }

    @Test("A stop ends it")
    func stop() throws {
        let bench = VirtualBench()
        let stop = StopRequest()
        stop.make()
        let allows = try bench.run {
            var patience = SetupPatience(clock: bench.clock, busyLimit: .seconds(10), stop: stop)
            return await patience.allowsAnother(after: .odd)
        }
        #expect(!allows)
    }

    /// How many further messages M1 it allows if each is refused so, and how long it has waited.
    private func sent(
        _ refusal: M1Refusal?,
        limit: Duration,
        repeatsOddRefusal: Bool = true
    ) throws -> (count: Int, waited: Duration) {
        let bench = VirtualBench()
        return try bench.run {
            var patience = SetupPatience(
                clock: bench.clock,
                busyLimit: limit,
                repeatsOddRefusal: repeatsOddRefusal,
                stop: StopRequest()
            )
            var count = 0
            while await patience.allowsAnother(after: refusal) { count += 1 }
            return (count, patience.waited)
        }
    }
}
