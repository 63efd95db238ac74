import Measurement
import Testing

@testable import Links

@Suite("Links with the kernel's time stamps")
struct StampedLinkTests {
    private let clock = MonotonicClock.system

    private var deadline: Moment { clock.deadline(in: .seconds(10)) }

    @Test("The moments of an exchange are the kernel's, in order, and between those of the program")
    func stamps() async throws {
        let responder = try IdealResponder(answer: Array("pong".utf8))
        defer { responder.stop() }
        let dialer = StampedDialer(host: "127.0.0.1", port: responder.port)
        let link = try await dialer.dial(until: deadline)
        // The kernel turns its stamps of received bytes on some time after the first socket wants them.
        for _ in 0..<100_000 {
            guard case .bytes(_, let at) = try await link.send([0], thenReceiveUntil: deadline).event,
                dialer.stamps.origin(of: at) == .socket
            else { break }
        }
        for _ in 0..<20 {
            let before = clock.now
            let (sent, event) = try await link.send(Array("ping".utf8), thenReceiveUntil: deadline)
            let after = clock.now
            guard case .bytes(let bytes, let answered) = event else {
                Issue.record("\(event)")
                return
            }
            #expect(bytes == Array("pong".utf8))
            #expect(dialer.stamps.origin(of: sent) == .kernel)
            #expect(dialer.stamps.origin(of: answered) == .kernel)
            // The offset between the clocks is known to a few microseconds.
            let slack = Duration.microseconds(100)
            #expect(before.advanced(by: .zero - slack) <= sent)
            #expect(sent <= answered)
            #expect(answered <= after.advanced(by: slack))
        }
        let trip = try #require(link.roundTrip)
        #expect(trip.smoothed > .zero)
        #expect(trip.resent == 0)
        await link.close()
        #expect(link.roundTrip == nil)
    }

    @Test("A stamp from around a step of the wall clock is not used")
    func step() {
        let bench = VirtualBench()
        let shift = Shift()
        var wall = WallClock(clock: bench.clock) { shift.wall }
        #expect(wall.moment(of: shift.wall - 5) == Moment(nanoseconds: -5))
        shift.wall += 3_600_000_000_000
        #expect(wall.moment(of: shift.wall) == nil)
        #expect(wall.moment(of: shift.wall - 7) == Moment(nanoseconds: -7))
        // A clock that is being adjusted drifts a little.
        shift.wall += 400_000
        #expect(wall.moment(of: shift.wall) == Moment(nanoseconds: 0))
    }

    /// A wall clock that a test sets.
    private final class Shift {
        var wall: Int64 = 1_000_000_000_000_000_000
    }

    @Test("Plain rounds measure the responder without a link")
    func plain() throws {
        let responder = try IdealResponder(answer: [1])
        defer { responder.stop() }
        let echo = try #require(PlainEcho(responder))
        let times = (0..<50).compactMap { _ in echo.round([2]) }
        #expect(times.count == 50)
        #expect(times.allSatisfy { $0 > .zero })
    }
}
