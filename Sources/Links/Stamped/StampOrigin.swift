/// Where the moments of a message come from.
package enum StampOrigin: String, Sendable, Hashable {
    /// The kernel: when it sent or received the bytes.
    case kernel
    /// The program, as near to the socket as it can: its own waiting for the processor is part of the time.
    case socket
}
