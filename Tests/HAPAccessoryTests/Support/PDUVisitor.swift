import HAPAccessory
import HAPCrypto
import HAPModel
import HAPPairing
import HAPSession
import PDUTransport

/// A controller that talks PDUs to an accessory without links.
final class PDUVisitor {
    let connection: ConnectionID
    private let home: Home
    private var reader = PDUMessageReader()
    private var sealer: PDUSeal?
    private var opener: PDUSeal?
    private var transaction: UInt8 = 0
    private var responses: [PDUResponse] = []
    private var events: [PDUEvent] = []

    init(_ connection: ConnectionID, in home: Home) {
        self.connection = connection
        self.home = home
    }

    var isClosed: Bool { home.closed.contains(connection) }

    /// Decodes the accessory's messages.
    private func read() {
        for sealed in reader.feed(home.takeBytes(on: connection)) {
            let message = opener == nil ? sealed : opener?.open(sealed) ?? []
            if PDUWire.isEvent(message) {
                events += PDUDecoder<PDUEvent>.decoding(message).messages
            } else {
                responses += PDUDecoder<PDUResponse>.decoding(message).messages
            }
        }
    }

    // MARK: Requests

    /// Sends requests in one message, and takes the responses.
    func exchange(_ requests: [PDURequest]) -> [PDUResponse] {
        send(requests.flatMap { $0.encoded() })
        read()
        defer { responses = [] }
        return responses
    }

    func exchange(_ opcode: PDUOpcode, _ id: CharacteristicID, _ items: [TLV8.Item] = []) -> PDUResponse? {
        exchange([request(opcode, id, items)]).first
    }

    func request(_ opcode: PDUOpcode, _ id: CharacteristicID, _ items: [TLV8.Item] = []) -> PDURequest {
        transaction &+= 1
        return PDUWire.request(opcode, id, transaction: transaction, items)
    }

    /// Sends a message, sealed in a session.
    func send(_ message: [UInt8]) {
        home.sendRaw(PDUWire.framed(sealer?.seal(message) ?? message), on: connection)
    }

    /// The events so far, as the characteristic and the bytes of its value.
    func takeEvents() -> [(id: CharacteristicID, value: [UInt8]?)] {
        read()
        defer { events = [] }
        return events.map { (PDUWire.id(of: $0), $0.items[.value]) }
    }

    // MARK: Pairing

    /// Sends a message of a pairing procedure; the items of the answer, or `nil` with the status of a refusal.
    func pairing(_ instance: PDUPairingInstance, _ body: [UInt8]) -> (items: [UInt8]?, status: HAPStatus?) {
        let response = exchange(
            .write,
            CharacteristicID(aid: 1, iid: UInt64(instance.rawValue)),
            [TLV8.Item(.value, body), TLV8.Item(.returnResponse, [1])]
        )
        return (response?.items[.value], response?.status)
    }

    func setup(_ identity: ControllerIdentity, code: SetupCode? = nil) -> PairSetupController {
        var controller = PairSetupController(
            setupCode: code ?? home.accessory.core.definition.setupCode,
            identity: identity,
            random: home.random
        )
        for (request, answer) in [(PairSetupStage.m1, PairSetupStage.m2), (.m3, .m4), (.m5, .m6)] {
            guard let reply = pairing(.pairSetup, controller.compose(request)).items,
                controller.receive(answer, reply).isRight
            else { break }
        }
        return controller
    }

    /// Verifies, and encrypts everything afterwards.
    func verify(_ pairing: AccessoryPairing) -> Bool {
        var controller = PairVerifyController(pairing: pairing, random: home.random)
        for (request, answer) in [(PairVerifyStage.m1, PairVerifyStage.m2), (.m3, .m4)] {
            guard let reply = self.pairing(.pairVerify, controller.compose(request)).items,
                controller.receive(answer, reply).isRight
            else { return false }
        }
        guard let keys = controller.sessionKeys else { return false }
        sealer = PDUSeal(key: keys.controllerToAccessory)
        opener = PDUSeal(key: keys.accessoryToController)
        return true
    }

    func pairings(_ request: PairingsRequest) -> PairingsAnswer? {
        var controller = PairingsController(random: home.random)
        return pairing(.pairings, controller.compose(request)).items.map { controller.receive($0) }
    }
}
