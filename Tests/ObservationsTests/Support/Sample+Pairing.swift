import HAPController
import HAPModel
import HAPPairing
import HTTPWire

@testable import Observations

extension Sample {
    /// A message of a pairing procedure with its response after this number of milliseconds.
    static func step(_ message: Int, _ items: [TLV8.Item], at milliseconds: Int64 = 20) throws -> PairingStep {
        let bytes = TLV8(items: items).encoded()
        let headers = [HTTPHeader("Content-Type", "application/pairing+tlv8")]
        var exchange = exchange(try self.message(HTTPResponse(200, headers: headers, body: bytes)))
        exchange.timing.answered = moment(milliseconds)
        return PairingStep(message: message, exchange: exchange, answer: PairingsAnswer(bytes).answer)
    }

    /// A pair-setup that reached an M2 with these items.
    static func pairing(_ items: [TLV8.Item], isTampered: Bool = false) throws -> Observation {
        var transcript = PairingTranscript()
        transcript.add(try step(1, items))
        let tampering = Tampering(isTampered: isTampered, control: "pair-setup")
        return transcript.observation(tampering, aim: 2, within: within)
    }

    static func pairing(_ items: TLV8.Item...) throws -> Observation { try pairing(items) }
}

extension TLV8.Item {
    static func state(_ number: UInt8) -> TLV8.Item { TLV8.Item(.state, [number]) }
    static func error(_ error: TLVError) -> TLV8.Item { TLV8.Item(.error, [error.rawValue]) }
}
