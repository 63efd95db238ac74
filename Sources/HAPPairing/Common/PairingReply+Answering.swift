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
            answer(conduct.encode(draft(error, state: state, with: &conduct), "M\(state)"))
        case .backoff(let seconds):
            var draft = draft(.backoff, state: state, with: &conduct)
            draft.add("retry-delay", .retryDelay, TLV8.Item(.retryDelay, integer: UInt64(max(0, seconds))).value)
            answer(conduct.encode(draft, "M\(state)"))
        case .status(let status):
            self.status = status
            body = []
        case .crash:
            isWithheld = true
            consequences.append(ScheduledConsequence(.crash))
        }
    }

    private func draft(_ error: TLVError, state: UInt8, with conduct: inout Conduct) -> MessageDraft {
        var draft = MessageDraft()
        draft.add("state", .state, conduct.alterer.field("M\(state).refusal.state", [state]).first)
        draft.add("error", .error, [error.rawValue])
        return draft
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
