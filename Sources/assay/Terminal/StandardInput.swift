import Foundation

/// Standard input, line by line.
enum StandardInput {
    /// The lines of the input; the stream ends with the input. Reading blocks, so it has its own thread.
    static var lines: AsyncStream<String> {
        AsyncStream { continuation in
            Thread.detachNewThread {
                while let line = readLine() { continuation.yield(line) }
                continuation.finish()
            }
        }
    }
}
