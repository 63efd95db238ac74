import HAPController
import HAPPairing
import Observations
import SuiteLanguage

extension InstanceRunner {
    func pairVerify(
        _ arguments: PairVerifyArguments,
        on name: String,
        captures: [(what: String, name: String)]
    ) async -> Observation {
        guard let connection = await opened(name) else { return .notDone(NotDone(noConnectionFor: "pair-verify")) }
        var verify: PairVerifyProcedure
        var transcript = PairingTranscript()
        if arguments.goesOn {
            guard var begun = connections[arguments.source ?? name]?.verify else {
                return .notDone("no step started a pair-verify on `\(arguments.source ?? name)`")
            }
            begun.departures = arguments.departures
            verify = PairVerifyProcedure(begun)
            transcript = connection.transcript
        } else {
            guard let member = verifying(arguments.controller ?? connection.controller, keyOf: arguments.keyOf) else {
                return .notDone("no guest is left who has not verified yet")
            }
            verify = PairVerifyProcedure(
                PairVerifyController(
                    pairing: cast.pairing(of: member),
                    method: arguments.method,
                    departures: arguments.departures,
                    random: run.environment.random
                )
            )
        }
        let stages = arguments.stages.compactMap(PairVerifyStage.init(rawValue:))
        let care: PairingCare = arguments.isOnly ? .reckless : .curious
        _ = await verify.run(stages, on: connection.wire, care: care, within: patience)
        for step in verify.steps { transcript.add(step) }
        if !arguments.isAside {
            connections[name]?.verify = verify.controller
            connections[name]?.transcript = transcript
        }
        capture(verify.message, captures)
        spoil(name)
        let observation = transcript.observation(
            Tampering(isTampered: arguments.isTampered, control: "pair-verify"),
            aim: (arguments.stages.last ?? 3) + 1,
            within: patience
        )
        recordControl(
            "pair-verify",
            isTampered: arguments.isTampered,
            succeeded: verify.controller.sessionKeys != nil,
            observation
        )
        return observation
    }

    /// The controller that verifies, with the key that the step names.
    private func verifying(_ name: String, keyOf: String?) -> Cast.Member? {
        guard var member = name == "guest" ? cast.nextGuest() : cast.member(name) else { return nil }
        if let keyOf { member.identity.keyPair = cast.member(keyOf).ownKey }
        return member
    }
}
