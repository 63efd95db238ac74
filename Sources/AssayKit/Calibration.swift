import HAPController
package import Latency
import Links
import Measurement

/// Measures what the tester itself costs, with the connections of a measurement and an ideal responder in this process.
package enum Calibration {
    private static let rounds = 500
    /// The kernel turns its stamps on some time after the first socket wants them.
    private static let warmUp = 50
    private static let patience = Duration.seconds(1)

    private static let request = Array("POST /identify HTTP/1.1\r\nHost: 127.0.0.1:51826\r\n\r\n".utf8)
    private static let answer = Array("HTTP/1.1 204 No Content\r\n\r\n".utf8)

    /// How many echoes ``echo()`` measures: some milliseconds in all.
    private static let echoes = 100

    /// What a plain echo takes at this moment.
    ///
    /// - Returns: `nil` if the loopback interface cannot be used.
    @Sendable package static func echo() -> MachineEcho? {
        guard let responder = try? IdealResponder(answer: answer) else { return nil }
        defer { responder.stop() }
        guard let echo = PlainEcho(responder) else { return nil }
        var times: [Duration] = []
        while times.count < echoes, let time = echo.round(request) { times.append(time) }
        return LatencySummary(times).map { MachineEcho($0) }
    }

    /// Measures the tester's own exchanges and plain echoes in turns, so that both see the same machine.
    ///
    /// - Returns: `nil` if the loopback interface cannot be used.
    package static func measure() async -> TesterOverhead? {
        // One responder serves one connection at a time, and both connections stay open.
        guard let responder = try? IdealResponder(answer: answer), let other = try? IdealResponder(answer: answer)
        else {
            return nil
        }
        defer {
            responder.stop()
            other.stop()
        }
        let measuring = IPTransport(SocketDialer(host: "127.0.0.1", port: responder.port)).measuring
        let wire = measuring.transport.connection(named: "calibration")
        guard let echo = PlainEcho(other), (try? await wire.open(within: patience)) != nil else { return nil }
        var (plain, tester): ([Duration], [Duration]) = ([], [])
        var origins: Set<StampOrigin> = []
        for round in 0..<warmUp + rounds {
            let timing = await wire.perform(.identify, within: patience).timing
            guard let end = timing.answered, let time = echo.round(request) else { break }
            guard round >= warmUp else { continue }
            tester.append(timing.sent.duration(to: end))
            origins.insert(measuring.origin(from: timing.sent, to: end))
            plain.append(time)
        }
        await wire.close()
        guard let floor = LatencySummary(plain), let ours = LatencySummary(tester) else { return nil }
        let origin = origins.count == 1 ? origins.first?.rawValue ?? "socket" : "mixed"
        return TesterOverhead(floor: floor, tester: ours, origin: origin)
    }
}
