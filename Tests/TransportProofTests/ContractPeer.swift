import CoAP
import HAPController
import HAPCrypto
import HAPModel
import HAPPairing
import HAPSession
import Links
import Measurement

/// The accessory's end of a link whose peer follows the contract of connections: what a script does on it, in the words
/// of its transport.
struct ContractPeer: Sendable {
    let world: ContractWorld
    let link: any Link

    private static let forever = Moment(nanoseconds: .max)

    /// Answers the question whether anything is there, where a transport asks it.
    func greet() async {
        guard world == .thread, let message = await datagram(), message.code == .empty else { return }
        _ = try? await link.send(CoAPMessage(.reset, .empty, id: message.id).encoded())
    }

    /// Takes what arrives until the link ends, and answers nothing.
    func staySilent() async {
        while case .bytes = await link.receive(until: Self.forever) {}
    }

    /// Ends the connection instead of answering a request.
    func end(abruptly: Bool) async {
        switch world {
        case .ip:
            _ = await link.receive(until: Self.forever)
            await link.close(abruptly: abruptly)
        case .thread:
            // CoAP has no connections: a session ends with 4.04, and Reset says that the endpoint has no context.
            guard let request = await datagram() else { return }
            _ = try? await link.send(answer(to: request, abruptly ? nil : .notFound, []))
            _ = await link.receive(until: Self.forever)
        }
    }

    /// Answers a request with bytes that are not a message of the transport.
    func answerWithGarbage() async {
        switch world {
        case .ip:
            _ = await link.receive(until: Self.forever)
            _ = try? await link.send([5, 0, 0x0e, 9, 9, 9, 9] + Array("\r\n\r\n".utf8))
        case .thread:
            guard let request = await datagram() else { return }
            // Fewer bytes than a tag has.
            _ = try? await link.send(answer(to: request, .changed, [5, 0, 0x0e]))
        }
        _ = await link.receive(until: Self.forever)
    }

    private func datagram() async -> CoAPMessage? {
        guard case .bytes(let bytes, _) = await link.receive(until: Self.forever) else { return nil }
        return CoAPMessage.decoding(bytes).message
    }

    /// - Parameter code: `nil` answers with Reset.
    private func answer(to request: CoAPMessage, _ code: CoAPCode?, _ payload: [UInt8]) -> [UInt8] {
        guard let code else { return CoAPMessage(.reset, .empty, id: request.id).encoded() }
        return CoAPMessage(.acknowledgement, code, id: request.id, token: request.token, payload: payload).encoded()
    }
}

extension ContractWorld {
    /// Brings an open connection into the state in which its transport can tell how the peer ends it, and asks
    /// something.
    func ask(on connection: any Connection, within limit: Duration) async -> Exchange {
        guard self == .thread else { return await connection.perform(.identify, within: limit) }
        let key = EncryptionKey(SecretBytes([UInt8](repeating: 1, count: 32)))
        connection.secure(SessionKeys(accessoryToController: key, controllerToAccessory: key))
        let id = CharacteristicID(aid: 1, iid: 2)
        return await connection.perform(.read([id], ReadOptions()), within: limit)
    }
}
