import Foundation
import Links
import Measurement

/// The speed of an echo by another process, over the same sockets as a session: the upper bound for any controller.
enum EchoFloor: String, CaseIterable {
    /// The bytes as they are.
    case bare = "echo"
    /// Each side encrypts what it sends and decrypts what it gets, as in a session, but nothing reads the text.
    case encrypted = "encrypted-echo"

    /// The length of a request to read one characteristic inside a session, and about the length of its response.
    private static let message = [UInt8](repeating: 0x61, count: 128)

    /// Sends everything back, until the standard input ends.
    func serve() async throws {
        try await EchoServer.serve { link in
            var port = EchoPort(link: link, isEncrypted: self == .encrypted)
            while let text = await port.receive(Self.message.count, until: Moment(nanoseconds: .max)) {
                do { try await port.send(text) } catch { break }
            }
        }
    }

    /// Echoes, one after the other, from a separate process.
    func measure(_ count: Int) async throws -> Sample {
        let child = try ChildProcess(try Installation.program("AssayBenchmarks"), [rawValue])
        defer { child.end() }
        guard let number = Int(try child.line(within: .seconds(20))) else {
            throw BenchmarkTrouble("the \(rawValue) does not say where it is")
        }
        let loop = SocketLoop()
        return try await withTaskExecutorPreference(loop) {
            let clock = MonotonicClock.system
            let link = try await SocketDialer(host: "127.0.0.1", port: number, loop: loop)
                .dial(until: clock.deadline(in: .seconds(5)))
            var port = EchoPort(link: link, isEncrypted: self == .encrypted)
            var sample = Sample()
            for _ in 0..<count {
                let start = clock.now
                try await port.send(Self.message)
                let text = await port.receive(Self.message.count, until: clock.deadline(in: .seconds(5)))
                sample.add(start.duration(to: clock.now))
                guard text == Self.message else { throw BenchmarkTrouble("the \(rawValue) answers something else") }
            }
            await link.close(abruptly: true)
            return sample
        }
    }
}
