import CoAP
import HAPCrypto
import HAPModel

/// How a defect changes a CoAP message.
package struct CoAPDeparture: Sendable {
    let actions: [CoAPPoint: [AlterationAction]]
    let random: any RandomSource

    /// The datagram of the message with the changes.
    func datagram(_ message: CoAPMessage) -> [UInt8] {
        message.encoded { point, bytes in
            var values = [bytes]
            for action in actions[point] ?? [] { action.apply(to: &values, random: random) }
            return values.flatMap(\.self)
        }
    }
}
