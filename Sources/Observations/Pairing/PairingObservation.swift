import HAPController
package import HAPModel
package import HAPPairing
import Measurement

/// The observation of a pairing procedure, complete or in part.
package struct PairingObservation: Sendable {
    /// The last exchange, with the evidence of all exchanges.
    package let exchange: ExchangeObservation
    private let transcript: PairingTranscript
    private let aim: Int
    /// The last response; `nil` if the last message got none.
    private let last: (number: Int, isSecured: Bool, stage: PairingStage)?
    /// The facts of a list of pairings.
    package var list: PairingList?

    init(_ transcript: PairingTranscript, last: PairingStep, _ tampering: Tampering, aim: Int, within: Duration) {
        self.transcript = transcript
        self.aim = aim
        let answer = last.exchange.answer.map { ObservedAnswer($0) }
        var exchange = ExchangeObservation(last.exchange, answer, kind: .pairing, within: within)
        exchange.evidence = transcript.evidence
        exchange.tampering = tampering
        if let said = last.answer, let answer {
            let stage = PairingStage(answer, said)
            exchange.summary = stage.summary(number: last.message + 1)
            self.last = (last.message + 1, last.isSecured, stage)
        } else {
            self.last = nil
        }
        self.exchange = exchange
    }

    /// The content of the last response.
    package var answer: PairingAnswer? { last?.stage.answer }

    /// The Error of the last response.
    package var error: TLVError? { answer?.error }

    /// The PublicKey of the last response.
    package var publicKey: [UInt8]? { answer?.tlv[.publicKey] }

    /// The Salt of the last response.
    package var salt: [UInt8]? { answer?.tlv[.salt] }

    /// The observation for the judge.
    package var json: JSON {
        var fields = exchange.fields
        var stages = JSONObject()
        for (number, stage) in transcript.stages { stages["M\(number)"] = stage.json }
        func set(_ key: String, _ value: JSON) { fields.members.append(.init(key: key, value: value)) }
        set("stages", .object(stages))
        set("all-items", .array(transcript.allItems.map { .string($0) }))
        set("facts", .object(transcript.facts))
        set("aims-at", .string("M\(aim)"))
        set("no-error", "none")
        if let busy = transcript.busy { set("busy-ms", JSON(busy.wholeNanoseconds / 1_000_000)) }
        if let last {
            fields.members += last.stage.lastFields(number: last.number, isSecured: last.isSecured).members
        }
        if let list { fields.members += list.fields.members }
        return .object(fields)
    }
}
