import CStamps
import Foundation

/// A responder on the loopback interface that answers each piece of bytes at once with the same bytes: what a measurement
/// costs without an accessory.
package final class IdealResponder: Sendable {
    /// The port at 127.0.0.1.
    package let port: Int
    private let listener: Int32

    /// Starts it, with its own thread; it serves one connection at a time.
    ///
    /// - Parameter answer: what it sends; at most a few hundred bytes.
    /// - Throws: ``LinkError`` if no port is available.
    package init(answer: [UInt8]) throws(LinkError) {
        var port: Int32 = 0
        let listener = unsafe stamps_listen(&port)
        guard listener >= 0 else {
            throw LinkError(.unreachable, "cannot listen at 127.0.0.1: \(unsafe String(cString: strerror(-listener)))")
        }
        self.listener = listener
        self.port = Int(port)
        Thread.detachNewThread {
            while unsafe answer.withUnsafeBytes({ unsafe stamps_respond(listener, $0.baseAddress, $0.count) }) == 0 {}
            stamps_close(listener, 0)
        }
    }

    /// Stops it; open connections end when the other side closes them.
    package func stop() { stamps_stop(listener) }
}
