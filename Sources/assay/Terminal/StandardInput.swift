import Foundation

/// Standard input, line by line.
enum StandardInput {
    /// The lines as they come; it ends with the input. Reading blocks, so it has a thread of its own.
    static var lines: AsyncStream<String> {
        AsyncStream { continuation in
            Thread.detachNewThread {
                while let line = readLine() { continuation.yield(line) }
                continuation.finish()
            }
        }
    }
}
