package import HAPController
import HAPModel
import HAPPairing
import Measurement

/// What a pairing procedure has shown so far, answer by answer.
package struct PairingTranscript: Sendable {
    /// The answers by their names, each of them the last of its number.
    private(set) var stages: [(number: Int, stage: PairingStage)] = []
    /// The names of the items of all answers, each once.
    private(set) var allItems: [String] = []
    /// What only a key can tell.
    private(set) var facts = JSONObject()
    private(set) var evidence: [UInt64] = []
    private var last: PairingStep?
    private var firstBusy: Moment?
    /// From the first Busy to the first other answer to M1; `nil` if the accessory is still busy.
    private(set) var busy: Duration? = .zero

    package init() {}

    /// The last answer had items and no Error, so that the next message can follow.
    package var goesOn: Bool { last?.isUnderstood ?? false }

    /// Takes a message and its answer into account.
    package mutating func add(_ step: PairingStep) {
        evidence += step.exchange.evidence
        last = step
        guard let answer = step.answer, let response = step.exchange.answer else { return }
        let number = step.message + 1
        if number == 2 {
            noteBusy(answer.error == .busy, at: step.exchange.timing.answered ?? step.exchange.timing.sent)
        }
        for (name, fact) in answer.facts.sorted(by: { $0.key < $1.key }) { facts[name] = fact }
        if let salt = answer.tlv[.salt] { facts["salt-varies"] = .bool(Set(salt).count > 1) }
        let stage = PairingStage(ObservedAnswer(response), answer)
        allItems += stage.itemNames.filter { !allItems.contains($0) }
        if let index = stages.firstIndex(where: { $0.number == number }) {
            stages[index].stage = stage
        } else {
            stages.append((number, stage))
        }
    }

    /// Adds what only a comparison with an earlier procedure tells.
    package mutating func note(_ fact: String, _ holds: Bool) {
        facts[fact] = .bool(holds)
    }

    /// How long the accessory has been telling that it is busy.
    private mutating func noteBusy(_ isBusy: Bool, at moment: Moment) {
        if isBusy {
            firstBusy = firstBusy ?? moment
            busy = nil
        } else {
            busy = firstBusy?.duration(to: moment) ?? .zero
        }
    }

    /// What the procedure has shown.
    ///
    /// - Parameters:
    ///   - aim: the number of the answer that the step was to get to.
    ///   - within: how long the accessory was given for each answer.
    package func observation(_ tampering: Tampering, aim: Int, within: Duration) -> Observation {
        guard let last else { return .notDone("no message was sent") }
        return .pairing(PairingObservation(self, last: last, tampering, aim: aim, within: within))
    }
}
