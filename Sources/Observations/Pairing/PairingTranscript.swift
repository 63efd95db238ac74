package import HAPController
import HAPModel
import HAPPairing
import Measurement

/// The results of a pairing procedure so far, response by response.
package struct PairingTranscript: Sendable {
    /// The responses by name, the latest of each number.
    private(set) var stages: [(number: Int, stage: PairingStage)] = []
    /// The names of the items of all responses, without duplicates.
    private(set) var allItems: [String] = []
    /// Facts that can be found only with the session's keys.
    private(set) var facts = JSONObject()
    package private(set) var evidence: [UInt64] = []
    private var last: PairingStep?
    private var firstBusy: Moment?
    /// The time from the first Busy to the first other response to M1; `nil` if the accessory is still busy.
    private(set) var busy: Duration? = .zero

    /// - Parameter steps: the messages of a procedure so far.
    package init(_ steps: [PairingStep] = []) {
        for step in steps { add(step) }
    }

    /// Whether the last response had items and no Error, so that the next message can follow.
    package var goesOn: Bool { last?.isUnderstood ?? false }

    /// Adds a message and its response.
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

    /// Adds a fact that a comparison with an earlier procedure showed.
    package mutating func note(_ fact: String, _ holds: Bool) {
        facts[fact] = .bool(holds)
    }

    /// Records how long the accessory has reported that it is busy.
    private mutating func noteBusy(_ isBusy: Bool, at moment: Moment) {
        if isBusy {
            firstBusy = firstBusy ?? moment
            busy = nil
        } else {
            busy = firstBusy?.duration(to: moment) ?? .zero
        }
    }

    /// The observation of the procedure.
    ///
    /// - Parameters:
    /// - aim: the number of the response that the step was to reach.
    /// - within: how long the tester waited for each response.
    package func observation(_ tampering: Tampering, aim: Int, within: Duration) -> Observation {
        guard let last else { return .notDone("no message was sent") }
        return .pairing(PairingObservation(self, last: last, tampering, aim: aim, within: within))
    }
}
