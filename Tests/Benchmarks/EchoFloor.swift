import Foundation
import Links
import Measurement

/// The speed of a plain echo by another process: the upper bound for any controller.
enum EchoFloor {
    /// The length of a request to read one characteristic inside a session, and about the length of its response.
    private static let message = [UInt8](repeating: 0x61, count: 128)

    /// Sends everything back, until the standard input ends.
    static func serve() async throws {
        Thread.detachNewThread {
            while readLine() != nil {}
            exit(0)
        }
        let loop = SocketLoop()
        let listener = try await SocketListener.bind(loop: loop)
        FileHandle.standardOutput.write(Data("\(listener.port)\n".utf8))
        await withTaskExecutorPreference(loop) {
            for await link in listener.links {
                while case .bytes(let bytes, _) = await link.receive(until: Moment(nanoseconds: .max)) {
                    _ = try? await link.send(bytes)
                }
            }
        }
    }

    /// Echoes, one after the other, from a separate process.
    static func measure(_ count: Int) async throws -> Sample {
        let child = try ChildProcess(try Installation.program("AssayBenchmarks"), ["echo"])
        defer { child.end() }
        guard let port = Int(try child.line(within: .seconds(20))) else {
            throw BenchmarkTrouble("the echo does not say where it is")
        }
        let loop = SocketLoop()
        return try await withTaskExecutorPreference(loop) {
            let clock = MonotonicClock.system
            let link = try await SocketDialer(host: "127.0.0.1", port: port, loop: loop)
                .dial(until: clock.deadline(in: .seconds(5)))
            var sample = Sample()
            for _ in 0..<count {
                let start = clock.now
                var missing = Self.message.count
                try await link.send(Self.message)
                while missing > 0 {
                    guard case .bytes(let bytes, _) = await link.receive(until: clock.deadline(in: .seconds(5))) else {
                        throw BenchmarkTrouble("the echo has fallen silent")
                    }
                    missing -= bytes.count
                }
                sample.add(start.duration(to: clock.now))
            }
            await link.close(abruptly: true)
            return sample
        }
    }
}
