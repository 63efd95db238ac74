import HAPController
import HAPModel
import HAPPairing
import SuiteLanguage

extension InstanceRunner {
    func pairVerify(_ call: Call, on name: String, captures: [(what: String, name: String)]) async -> JSON {
        let arguments = VerifyArguments(call)
        guard let connection = await opened(name) else { return notOpen("pair-verify") }
        var verify: PairVerifyProcedure
        var transcript = PairingTranscript()
        if arguments.goesOn {
            guard var begun = connections[arguments.source ?? name]?.verify else {
                return Self.notDone("no pair-verify was begun on `\(arguments.source ?? name)`")
            }
            begun.departures = arguments.departures
            verify = PairVerifyProcedure(begun)
            transcript = connection.transcript
        } else {
            guard let member = verifying(arguments.controller ?? connection.controller, keyOf: arguments.keyOf) else {
                return Self.notDone("no guest is left who has not verified yet")
            }
            verify = PairVerifyProcedure(
                PairVerifyController(
                    pairing: cast.pairing(of: member),
                    method: arguments.method,
                    departures: arguments.departures,
                    random: run.bench.random
                )
            )
        }
        let stages = arguments.stages.compactMap(PairVerifyStage.init(rawValue:))
        let care: PairingCare = arguments.isOnly ? .reckless : .curious
        _ = await verify.run(stages, on: connection.wire, care: care, within: patience)
        for step in verify.steps { transcript.add(step) }
        if call.bool("aside") != true {
            connections[name]?.verify = verify.controller
            connections[name]?.transcript = transcript
        }
        capture(verify.message, captures)
        spoil(name)
        let observation = transcript.observation(
            control: "pair-verify",
            isTampered: call.isTampered,
            aim: (arguments.stages.last ?? 3) + 1,
            within: patience
        )
        recordControl("pair-verify", call, succeeded: verify.controller.sessionKeys != nil, observation)
        return observation
    }

    /// Who verifies, with the key that the step wants.
    private func verifying(_ name: String, keyOf: String?) -> Cast.Member? {
        guard var member = name == "guest" ? cast.nextGuest() : cast.member(name) else { return nil }
        if let keyOf { member.identity.keyPair = cast.member(keyOf).ownKey }
        return member
    }
}

/// What a step asks of a pair-verify.
private struct VerifyArguments {
    /// The messages to send, by number.
    let stages: [Int]
    /// Whether an earlier step began the procedure.
    let goesOn: Bool
    /// The connection on which it did; the step's own if nothing is said.
    let source: String?
    /// Whether just these messages are sent, whatever the answers.
    let isOnly: Bool
    let controller: String?
    let keyOf: String?
    let method: UInt8?
    let departures: Departures

    init(_ call: Call) {
        var departures = call.departures
        if let form = call.word("signature") {
            let scalar = form == "unreduced" ? "unreduced" : "reduced"
            departures.alterations.append(Alteration(point: "M3.signature.scalar", action: .text(scalar)))
        }
        self.departures = departures
        stages = SetupArguments.stages(call, standardEnd: 4)
        goesOn = call["from"] != nil
        isOnly = call["only"] != nil
        source = call.word("of")
        controller = call.word("controller")
        keyOf = call.word("key-of")
        method = call.number("method").map { UInt8(truncatingIfNeeded: $0) }
    }
}
