import Foundation
import HAPController
import HAPModel
import HAPPairing
import HAPSession
import Links
import Measurement

/// An accessory that gives every request of a session the same response, which it only encrypts. What a read takes on it beyond an
/// encrypted echo is the controller's share, without an accessory's.
enum PrecomputedResponses {
    /// The argument with which this program serves them.
    static let word = "precomputed-responses"

    /// What the simulated lightbulb responds to a read.
    private static let response = Array(
        "HTTP/1.1 200 OK\r\nContent-Type: application/hap+json\r\nContent-Length: 53\r\n\r\n\("{\"characteristics\":[{\"aid\":1,\"iid\":9,\"value\":false}]}")"
            .utf8
    )

    /// Responds until the standard input ends.
    static func serve() async throws {
        try await EchoServer.serve { link in
            var port = EchoPort(link: link, isEncrypted: true)
            while await port.receive(until: Moment(nanoseconds: .max)) != nil {
                do { try await port.send(response) } catch { break }
            }
        }
    }

    /// Assay's reads, one after the other, from a separate process.
    static func measure(_ count: Int) async throws -> Sample {
        let child = try ChildProcess(try Installation.program("AssayBenchmarks"), [word])
        defer { child.end() }
        guard let number = Int(try child.line(within: .seconds(20))) else {
            throw BenchmarkTrouble("\(word) does not say where it is")
        }
        let loop = SocketLoop()
        return try await withTaskExecutorPreference(loop) {
            let clock = MonotonicClock.system
            let connection = Place.ip(port: number).transport(loop).connection(named: "a", observer: NoObserver())
            try await connection.open(within: .seconds(5))
            connection.secure(
                SessionKeys(accessoryToController: EchoPort.key, controllerToAccessory: EchoPort.key),
                controller: nil
            )
            var sample = Sample()
            let id = CharacteristicID(aid: 1, iid: 9)
            for _ in 0..<count {
                let start = clock.now
                let result = await connection.perform(.read([id], ReadOptions()), within: .seconds(5))
                sample.add(start.duration(to: clock.now))
                guard result[id]?.value != nil else { throw BenchmarkTrouble("\(word) answers something else") }
            }
            await connection.close(abruptly: true)
            return sample
        }
    }
}
