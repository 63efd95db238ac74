import HAPController
import HAPModel
import HAPPairing
import Measurement

/// What a pairing procedure has shown so far, answer by answer.
struct PairingTranscript {
    private var stages = JSONObject()
    private var allItems: [JSON] = []
    private var facts = JSONObject()
    private var evidence: [JSON] = []
    private var last: PairingStep?
    private var firstBusy: Moment?
    private var busy: Duration? = .zero

    /// The last answer had items and no Error, so that the next message can follow.
    var goesOn: Bool { last?.isUnderstood ?? false }

    /// Takes a message and its answer into account.
    mutating func add(_ step: PairingStep) {
        let exchange = step.exchange
        evidence += exchange.evidence.map { JSON($0) }
        last = step
        guard let answer = step.answer, let response = exchange.answer else { return }
        let stage = step.message + 1
        if stage == 2 { noteBusy(answer.error == .busy, at: exchange.timing.answered ?? exchange.timing.sent) }
        let items = Self.names(answer.tlv)
        allItems += items.filter { !allItems.contains($0) }
        for (name, fact) in answer.facts.sorted(by: { $0.key < $1.key }) { facts[name] = fact }
        if let salt = answer.tlv[.salt] { facts["salt-varies"] = .bool(Set(salt).count > 1) }
        stages["M\(stage)"] = [
            response.message.namespace: .object(response.message.fields), "state": answer.state.map { JSON($0) } ?? .null,
            "error": answer.error.map { .string($0.name) } ?? .null, "items": .array(items),
            "lengths": Self.lengths(answer.tlv),
            "plain-items": .array(answer.plain.map { Self.names($0) } ?? []),
            "plain-lengths": answer.plain.map(Self.lengths) ?? .null,
            "flaws": Excerpt.json(answer.flaws, limit: 8),
            "tlv-deviations": Excerpt.json(answer.tlv.deviations.map(\.description), limit: 8),
            "hex": .string(answer.tlv.encoded().count <= 64 ? Hex.encode(answer.tlv.encoded()) : ""),
        ]
    }

    /// Adds what only a comparison with an earlier procedure tells.
    mutating func note(_ fact: String, _ holds: Bool) {
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

    /// The transcript as the judge looks at it.
    ///
    /// - Parameter aim: the answer that the step was to get to.
    func observation(control: String, isTampered: Bool, aim: Int, within: Duration) -> JSON {
        guard let last else { return ["not-done": "no message was sent", "summary": "no message was sent"] }
        var fields = ExchangeObservation(last.exchange, kind: "pairing", within: within).fields
        fields["stages"] = .object(stages)
        fields["all-items"] = .array(allItems)
        fields["facts"] = .object(facts)
        fields["evidence"] = .array(evidence)
        fields["control"] = .string(control)
        fields["aims-at"] = .string("M\(aim)")
        fields["tampered"] = .bool(isTampered)
        fields["no-error"] = "none"
        if let busy { fields["busy-ms"] = JSON(busy.wholeNanoseconds / 1_000_000) }
        if let answer = last.answer { add(answer, of: last, to: &fields, within: within) }
        return .object(fields)
    }

    private func add(_ answer: PairingAnswer, of step: PairingStep, to fields: inout JSONObject, within: Duration) {
        let stage = step.message + 1
        fields["reached"] = .string("M\(stage)")
        if answer.isRight { fields["ends-at"] = .string("M\(stage)") }
        fields["state"] = answer.state.map { JSON($0) } ?? .null
        fields["state-right"] = .bool(answer.state == UInt64(stage))
        if let error = answer.error {
            fields["error"] = .string(error.name)
            fields["error-code"] = JSON(error.rawValue)
        }
        fields["items"] = .array(Self.names(answer.tlv))
        fields["known-items"] = .array(Self.names(answer.tlv, where: TLVType.allCases.contains))
        fields["lengths"] = Self.lengths(answer.tlv)
        fields["fragments"] = TLVFragments(answer.tlv.encoded()).lengths
        fields["secured"] = .bool(step.isSecured)
        for (key, type) in [("public-key", TLVType.publicKey), ("salt", .salt)] {
            if let value = answer.tlv[type] { fields[key] = .string(Hex.encode(value)) }
        }
        fields["tlv-deviations"] = Excerpt.json(answer.tlv.deviations.map(\.description), limit: 8)
        let status = Summary.answer(step.exchange.answer?.message.brief, failure: nil, within: within)
        var summary = "M\(stage): \(status), \(Summary.pairing(answer.tlv))"
        if !answer.isRight, answer.error == nil { summary += ". \(Excerpt.sentences(answer.flaws))" }
        fields["summary"] = .string(summary)
    }

    private static func names(_ tlv: TLV8, where isWanted: (TLVType) -> Bool = { _ in true }) -> [JSON] {
        let names = tlv.items.map { TLVType(rawValue: $0.type) }.filter(isWanted).map(\.name)
        return Excerpt.texts(names).map { .string($0) }
    }

    private static func lengths(_ tlv: TLV8) -> JSON {
        var object = JSONObject()
        for item in tlv.items { object[TLVType(rawValue: item.type).name] = JSON(item.value.count) }
        return .object(object)
    }
}
