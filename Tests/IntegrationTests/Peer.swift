import Foundation
import HAPModel
import Testing

/// A part that this project did not write, run as a child process for as long as a closure runs.
///
/// The scripts lie in Tests/Integration/peers; `conversation.py` there says how they are talked with. A peer listens on
/// a port of its own choice, ends with its standard input, and is killed by its process id should it not end.
final class Peer: Sendable {
    /// The scripts, and what each of them is.
    enum Script: String {
        /// HAP-python as an accessory.
        case happyAccessory = "happy_accessory.py"
        /// aiohomekit as a controller.
        case controller = "aiohk_controller.py"
        /// Something that is no accessory, in the manner that its first argument names.
        case hostileAccessory = "hostile_accessory.py"
    }

    /// The setup code that peers are given unless a test gives another.
    static let setupCode = "031-45-154"

    /// What the peer said when it was ready: `pid`, and what its script promises.
    let ready: JSON
    private let process: PeerProcess

    private init(process: PeerProcess, ready: JSON) {
        self.process = process
        self.ready = ready
    }

    /// Starts the peer, waits until it is ready, and ends it when `body` returns or throws.
    static func run<Value>(
        _ script: Script,
        _ arguments: [String] = [],
        setupCode: String = Peer.setupCode,
        readyWithin patience: Duration = .seconds(30),
        _ body: (Peer) async throws -> Value
    ) async throws -> Value {
        let process = try PeerProcess(
            executable: Installation.python,
            arguments: [Installation.peers.appending(path: script.rawValue).path] + arguments,
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

    /// Has the peer do something, and gives its answer.
    ///
    /// - Throws: ``PeerRefusal`` if the peer says that it went wrong; ``ChildFailure`` if it says nothing in time.
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

/// A command that went wrong inside the peer: an answer like any other.
struct PeerRefusal: Error, Equatable, CustomStringConvertible {
    /// The class of the Python exception: `AuthenticationError`.
    let error: String
    let message: String

    var description: String { "\(error): \(message)" }
}
