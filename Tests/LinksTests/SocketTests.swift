import Links
import Measurement
import Testing

@Suite("Sockets")
struct SocketTests {
    @Test("names what is not an address or a port")
    func badAddress() async throws {
        let deadline = MonotonicClock.system.deadline(in: .seconds(60))
        for dialer in [SocketDialer(host: "127.0.0.1", port: 0), SocketDialer(host: "127.0.0.1", port: 70000)] {
            let error = await #expect(throws: LinkError.self) { try await dialer.dial(until: deadline) }
            #expect(error?.code == .unreachable)
        }
        let late = SocketDialer(host: "127.0.0.1", port: 9)
        let error = await #expect(throws: LinkError.self) { try await late.dial(until: Moment(nanoseconds: 0)) }
        #expect(error?.code == .timedOut)
    }

    @Test("says that a port is in use")
    func portTaken() async throws {
        let listener = try await SocketListener.bind()
        let error = await #expect(throws: LinkError.self) { try await SocketListener.bind(port: listener.port) }
        #expect(error?.code == .unreachable)
        await listener.close()
    }

    @Test("runs an exchange on the loop's own thread")
    func onTheLoop() async throws {
        let loop = SocketLoop()
        let listener = try await SocketListener.bind(loop: loop)
        let dialer = SocketDialer(host: "127.0.0.1", port: listener.port, loop: loop)
        let echoed = try await withTaskExecutorPreference(loop) {
            let deadline = MonotonicClock.system.deadline(in: .seconds(60))
            let near = try await dialer.dial(until: deadline)
            var opened = listener.links.makeAsyncIterator()
            let far = try #require(await opened.next())
            try await near.send([1, 2, 3])
            try await far.send(await far.collect(3, until: deadline))
            let echoed = await near.collect(3, until: deadline)
            await near.close()
            await far.close()
            return echoed
        }
        #expect(echoed == [1, 2, 3])
        await listener.close()
    }
}
