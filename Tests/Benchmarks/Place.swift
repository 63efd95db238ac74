import HAPController
import HAPModel
import Links
import Measurement

/// Where an accessory of this machine is, and over which transport.
enum Place: Hashable {
    /// At 127.0.0.1.
    case ip(port: Int)
    /// At ::1.
    case thread(port: Int)

    var port: Int {
        switch self {
        case .ip(let port), .thread(let port): port
        }
    }

    /// The peer that runs aiohomekit's controller of the transport.
    var peer: String {
        switch self {
        case .ip: "aiohk_controller.py"
        case .thread: "aiohk_thread.py"
        }
    }

    /// Assay's way to it, over sockets of this thread.
    func transport(_ loop: SocketLoop) -> any Transport {
        let clock = MonotonicClock.system
        switch self {
        case .ip(let port):
            return IPTransport(dialer: SocketDialer(host: "127.0.0.1", port: port, loop: loop), clock: clock)
        case .thread(let port):
            let peer = DatagramAddress(host: "::1", port: port)
            return ThreadTransport(to: peer, over: UDPCarrier(clock: clock, loop: loop), clock: clock)
        }
    }
}
