import HAPCrypto
import HAPModel

extension PairingReply {
    /// Responds with a message; `nil` if a departure drops it.
    mutating func answer(_ message: [UInt8]?) {
        body = message ?? []
        isWithheld = message == nil
    }

    /// Responds with a refusal.
    mutating func refuse(_ refusal: Refusal, state: UInt8, with conduct: inout Conduct) {
        refusedBy = refusal.check
        switch refusal.answer {
        case .error(let error):
            let stage = "M\(state)"
            var draft = MessageDraft()
            draft.add("state", .state, conduct.alterer.field("\(stage).refusal.state", [state]).first)
            draft.add("error", .error, [error.rawValue])
            answer(conduct.encode(draft, stage))
        case .status(let status):
            self.status = status
            body = []
        case .crash:
            isWithheld = true
            consequences.append(ScheduledConsequence(.crash))
        }
    }
}

extension Conduct {
    /// A pairing as stored.
    mutating func stored(_ stage: String, _ record: PairingRecord) -> PairingRecord {
        PairingRecord(
            identifier: alterer.bytes("\(stage).stored.identifier", record.identifier),
            publicKey: alterer.bytes("\(stage).stored.public-key", record.publicKey),
            permissions: alterer.bytes("\(stage).stored.permissions", [record.permissions]).first ?? 0
        )
    }
}
