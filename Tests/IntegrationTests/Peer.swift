import Foundation
import HAPModel
import Processes
import Testing

/// A program of another project, which runs as a child process during a closure.
///
/// The scripts are in Tests/Integration/peers; `conversation.py` there describes the protocol. A peer chooses its own
/// port, ends with its standard input, and is killed by its process id if it does not end.
final class Peer: Sendable {
    /// The scripts and their roles.
    enum Script: String {
        /// HAP-python as an accessory.
        case happyAccessory = "happy_accessory.py"
        /// aiohomekit as a controller.
        case controller = "aiohk_controller.py"
        /// aiohomekit's CoAP controller.
        case threadController = "aiohk_thread.py"
        /// aiocoap as a server and a client.
        case coap = "coap_peer.py"
        /// A server that is not an accessory; its first argument names its behaviour.
        case hostileAccessory = "hostile_accessory.py"
        /// python-zeroconf as a responder and as a browser.
        case zeroconf = "zeroconf_peer.py"
        /// Headless Chromium.
        case browser = "browser.py"
    }

    /// The setup code of peers, unless a test gives another.
    static let setupCode = "031-45-154"

    /// The peer's first line: `pid`, and the facts that its script documents.
    let ready: JSON
    private let process: PeerProcess

    private init(process: PeerProcess, ready: JSON) {
        self.process = process
        self.ready = ready
    }

    /// Starts the peer, waits until it is ready, and ends it when `body` returns or throws.
    ///
    /// - Parameter network: where it runs; `nil` is the network of the tests.
    static func run<Value>(
        _ script: Script,
        _ arguments: [String] = [],
        in network: PrivateNetwork? = nil,
        setupCode: String = Peer.setupCode,
        readyWithin patience: Duration = .seconds(30),
        _ body: (Peer) async throws -> Value
    ) async throws -> Value {
        let path = Installation.peers.appending(path: script.rawValue).path
        let words = (network?.launcher ?? []) + [Installation.python.path, path] + arguments
        let process = try PeerProcess(
            executable: URL(filePath: words[0]),
            arguments: Array(words.dropFirst()),
            environment: ["ASSAY_PEER_SETUP_CODE": setupCode]
        )
        do {
            let ready = try await process.ready(within: patience)
            let value = try await body(Peer(process: process, ready: ready))
            await process.end()
            return value
        } catch {
            await process.end()
            throw error
        }
    }

    /// The port on which the peer listens, if it is an accessory.
    var port: Int {
        get throws { Int(try #require(ready["port"]?.int64Value)) }
    }

    /// Sends a command to the peer, and returns its response.
    ///
    /// - Throws: ``PeerRefusal`` if the peer reports an error; ``ChildFailure`` if it does not respond in time.
    @discardableResult
    func ask(_ command: String, _ arguments: JSON = [:], within patience: Duration = .seconds(60)) async throws -> JSON
    {
        let answer = try await process.ask(command, arguments, within: patience)
        guard answer["ok"]?.boolValue == true else {
            throw PeerRefusal(
                error: answer["error"]?.stringValue ?? "",
                message: answer["message"]?.stringValue ?? answer.serialized()
            )
        }
        return answer
    }
}

/// An error inside the peer, which is a normal response.
struct PeerRefusal: Error, Equatable, CustomStringConvertible {
    /// The class of the Python exception: `AuthenticationError`.
    let error: String
    let message: String

    var description: String { "\(error): \(message)" }
}
