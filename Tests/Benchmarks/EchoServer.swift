import Foundation
import Links

/// A process that serves one link after the other.
enum EchoServer {
    /// Says where it listens, and serves until the standard input ends.
    static func serve(_ answer: @escaping @Sendable (any Link) async -> Void) async throws {
        Thread.detachNewThread {
            while readLine() != nil {}
            exit(0)
        }
        let loop = SocketLoop()
        let listener = try await SocketListener.bind(loop: loop)
        FileHandle.standardOutput.write(Data("\(listener.port)\n".utf8))
        await withTaskExecutorPreference(loop) {
            for await link in listener.links { await answer(link) }
        }
    }
}
