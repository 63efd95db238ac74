import CoAP
import HAPAccessory
import HAPCrypto
import HAPModel
import HAPPairing
import HAPSession

/// A controller that talks to an accessory over Thread, without links.
final class ThreadVisitor {
    /// Where a pairing message is sent.
    enum Endpoint {
        case setup, verify, pairings
    }

    let connection: ConnectionID
    private let home: Home
    private var endpoint: CoAPEndpoint<ConnectionID>
    private var sealer: PDUSeal?
    private var opener: PDUSeal?
    private var eventOpener: PDUSeal?
    private var transaction: UInt8 = 0
    private var received: [CoAPMessage] = []
    private var events: [PDUEvent] = []
    /// The payload of the last message of PDUs.
    private(set) var lastPayload: [UInt8] = []
    /// The last datagram.
    private(set) var lastDatagram: [UInt8] = []
    /// The last datagram of the accessory.
    private(set) var lastAnswer: [UInt8]?
    /// How it answers events.
    var eventCode = CoAPCode.valid

    init(_ connection: ConnectionID, in home: Home) {
        self.connection = connection
        self.home = home
        endpoint = CoAPEndpoint(random: RandomNumbers(home.random))
    }

    var hasSession: Bool { home.accessory.core.isVerified(connection) }

    /// Carries datagrams in both directions until there are none.
    private func carry() {
        var outputs = endpoint.takeOutputs()
        while true {
            for output in outputs {
                switch output {
                case .send(let bytes, _):
                    lastDatagram = bytes
                    home.sendRaw(bytes, on: connection)
                case .request(let incoming):
                    note(eventsIn: incoming.message)
                    let answer = CoAPMessage(.acknowledgement, eventCode)
                    endpoint.respond(to: incoming, with: answer, now: home.now)
                case .response(let message, _): received.append(message)
                default: break
                }
            }
            for datagram in home.takeDatagrams(on: connection) {
                lastAnswer = datagram
                endpoint.received(datagram, from: connection, now: home.now)
            }
            outputs = endpoint.takeOutputs()
            if outputs.isEmpty { return }
        }
    }

    private func note(eventsIn message: CoAPMessage) {
        guard message.code == .put, message.path == "/", let plain = eventOpener?.open(message.payload) else { return }
        events += PDUDecoder<PDUEvent>.decoding(plain).messages
    }

    // MARK: Requests

    /// Sends a message; `nil` if it is not answered.
    func ask(_ code: CoAPCode, _ path: String, _ payload: [UInt8] = [], _ options: [CoAPOption] = []) -> CoAPMessage? {
        let message = CoAPMessage(.confirmable, code, options: CoAPMessage.path(path) + options, payload: payload)
        endpoint.request(message, to: connection, now: home.now)
        carry()
        defer { received = [] }
        return received.first
    }

    /// Sends PDUs in one message, sealed in a session, and takes the responses.
    func exchange(_ requests: [PDURequest]) -> [PDUResponse] {
        let plain = requests.flatMap { $0.encoded() }
        lastPayload = sealer?.seal(plain) ?? plain
        guard let answer = ask(.post, "/", lastPayload), answer.code == .changed else { return [] }
        let opened = opener == nil ? answer.payload : opener?.open(answer.payload) ?? []
        return PDUDecoder<PDUResponse>.decoding(opened).messages
    }

    func exchange(_ opcode: PDUOpcode, _ id: CharacteristicID, _ items: [TLV8.Item] = []) -> PDUResponse? {
        exchange([request(opcode, id, items)].compactMap(\.self)).first
    }

    func request(_ opcode: PDUOpcode, _ id: CharacteristicID, _ items: [TLV8.Item] = []) -> PDURequest? {
        transaction &+= 1
        return PDUAddress.request(opcode, id, transaction: transaction, items: items)
    }

    /// The events so far, as the characteristic and the bytes of its value.
    func takeEvents() -> [(id: CharacteristicID, value: [UInt8]?)] {
        carry()
        defer { events = [] }
        return events.map { (PDUAddress.id(of: $0), $0.items[.value]) }
    }

    // MARK: Pairing

    /// Sends a message of a pairing procedure; the items of the answer, or `nil` with the code of a refusal.
    func pairing(_ place: Endpoint, _ body: [UInt8]) -> (items: [UInt8]?, code: CoAPCode?) {
        guard place != .pairings else {
            let id = CharacteristicID(aid: 1, iid: UInt64(PairingService.Instance.pairings.rawValue))
            let items = [TLV8.Item(.value, body), TLV8.Item(.returnResponse, [1])]
            return (exchange(.write, id, items)?.items[.value], nil)
        }
        let answer = ask(.post, place == .setup ? "/1" : "/2", body)
        return (answer?.code == .changed ? answer?.payload : nil, answer?.code)
    }

    func setup(_ identity: ControllerIdentity, code: SetupCode? = nil) -> PairSetupController {
        var controller = PairSetupController(
            setupCode: code ?? home.accessory.core.definition.setupCode,
            identity: identity,
            random: home.random
        )
        for (request, answer) in [(PairSetupStage.m1, PairSetupStage.m2), (.m3, .m4), (.m5, .m6)] {
            guard let reply = pairing(.setup, controller.compose(request)).items,
                controller.receive(answer, reply).isRight
            else { break }
        }
        return controller
    }

    /// Verifies, and encrypts everything afterwards.
    func verify(_ pairing: AccessoryPairing) -> Bool {
        var controller = PairVerifyController(pairing: pairing, random: home.random)
        for (request, answer) in [(PairVerifyStage.m1, PairVerifyStage.m2), (.m3, .m4)] {
            guard let reply = self.pairing(.verify, controller.compose(request)).items,
                controller.receive(answer, reply).isRight
            else { return false }
        }
        guard let keys = controller.sessionKeys, let secret = keys.sharedSecret else { return false }
        sealer = PDUSeal(key: keys.controllerToAccessory)
        opener = PDUSeal(key: keys.accessoryToController)
        eventOpener = PDUSeal(key: EncryptionKey(HKDF.derive(.eventKey, from: secret.secret)))
        return true
    }

    func pairings(_ request: PairingsRequest) -> PairingsAnswer? {
        var controller = PairingsController(random: home.random)
        return pairing(.pairings, controller.compose(request)).items.map { controller.receive($0) }
    }
}
