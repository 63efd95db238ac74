import HAPController
import HAPCrypto
import HAPModel
import HAPPairing
import HAPSession
import HTTPWire
import Measurement
import SuiteLanguage

extension InstanceRunner {
    func pairSetup(_ call: Call, on name: String, captures: [(what: String, name: String)]) async -> JSON {
        guard let arguments = SetupArguments(call, right: run.settings.setupCode, wrong: wrongCode) else {
            return Self.notDone("the run was given no setup code, or the step one that is none")
        }
        guard await opened(name) != nil else { return notOpen("pair-setup") }
        guard var machine = machine(arguments, on: name) else {
            return Self.notDone("no pair-setup was begun on `\(arguments.source ?? name)`")
        }
        var transcript = arguments.goesOn ? connections[name]?.transcript ?? PairingTranscript() : PairingTranscript()
        let busyDeadline = arguments.whileBusy.map { run.clock.deadline(in: $0) }
        var restarts = 0
        var message: [UInt8] = []
        var stages = arguments.stages[...]
        while let stage = stages.first.flatMap(PairSetupStage.init(rawValue:)) {
            guard let wire = connections[name]?.wire else { break }
            if stage == .m5, !oweMadePairing(machine) { return Self.notDone("the ledger cannot be written") }
            message = machine.controller.compose(stage)
            let isSecured = wire.isSecured
            let exchange = await wire.exchange(.pairSetup(message), within: patience)
            let answer = exchange.response.flatMap { response in
                PairSetupStage(rawValue: stage.rawValue + 1).map { machine.controller.receive($0, response.body) }
            }
            if stage == .m1, machine.controller.wantsRestart {
                // B began with a zero byte: another one avoids what implementations disagree on. Or a case wants just that.
                let limit = arguments.wantsLeadingZeroB ? Self.wantedRestartLimit : Self.restartLimit
                if restarts < limit {
                    restarts += 1
                    await reopen(name)
                    continue
                }
                if arguments.wantsLeadingZeroB {
                    return Self.notDone("B began with a zero byte in none of \(restarts + 1) attempts")
                }
            }
            transcript.add(stage: stage.rawValue + 1, exchange: exchange, answer: answer, isSecured: isSecured)
            if stage == .m1, let salt = answer?.tlv[.salt] {
                if let lastSalt { transcript.note("salt-kept", salt == lastSalt) }
                lastSalt = salt
            }
            if stage == .m3, let keys = machine.controller.transientKeys { wire.secure(keys) }
            if stage == .m1, answer?.error == .busy, let busyDeadline, await pause(before: busyDeadline) { continue }
            stages = stages.dropFirst()
            guard exchange.response != nil, transcript.goesOn || arguments.isOnly else { break }
        }
        if let known = run.controllers.accessory, let result = machine.controller.result {
            transcript.note("identifier-kept", result.accessoryID == known.accessoryID)
            transcript.note("ltpk-kept", result.accessoryLTPK == known.accessoryLTPK)
        }
        remember(machine, transcript, on: name)
        capture(message, captures)
        spoil(name)
        let observation = transcript.observation(
            control: "pair-setup",
            isTampered: call.isTampered,
            aim: (arguments.stages.last ?? 5) + 1,
            within: patience
        )
        recordControl("pair-setup", call, succeeded: machine.controller.result != nil, observation)
        return observation
    }

    /// A B with a leading zero comes once in 256 times; eight in a row is an accessory that always has one.
    private static var restartLimit: Int { 8 }
    /// One in ten million accessories shows no such B in so many attempts.
    private static var wantedRestartLimit: Int { 4096 }
    /// How long to wait before a busy accessory is asked again.
    private static var busyPause: Duration { .seconds(2) }

    /// Waits before the next M1.
    ///
    /// - Returns: whether there is time for another one.
    private func pause(before deadline: Moment) async -> Bool {
        let next = run.clock.deadline(in: Self.busyPause)
        guard next <= deadline else { return false }
        return (try? await run.clock.sleep(until: next)) != nil
    }

    private func reopen(_ name: String) async {
        guard let old = connections[name] else { return }
        await old.wire.close(abruptly: false)
        let wire = run.connection(name)
        guard (try? await wire.open(within: run.settings.connectWithin)) != nil else { return }
        connections[name]?.wire = wire
    }

    private struct SetupMachine {
        var controller: PairSetupController
        let identity: ControllerIdentity
    }

    /// The machine of the step: a new one, or with `from` the one that an earlier step began.
    private func machine(_ arguments: SetupArguments, on name: String) -> SetupMachine? {
        if arguments.goesOn {
            let begun = connections[arguments.source ?? name]
            guard var controller = begun?.setup, let identity = begun?.setupIdentity else { return nil }
            controller.departures = arguments.departures
            controller.setupCode = arguments.code
            return SetupMachine(controller: controller, identity: identity)
        }
        var identity = run.controllers.fresh()
        if let identifier = arguments.identifier { identity.pairingID = identifier }
        let controller = PairSetupController(
            setupCode: arguments.code,
            identity: identity,
            method: arguments.method,
            flags: arguments.flags,
            departures: arguments.departures,
            random: run.bench.random
        )
        return SetupMachine(controller: controller, identity: identity)
    }

    /// Written before M5 leaves, because after it the accessory may have stored the key.
    private func oweMadePairing(_ machine: SetupMachine) -> Bool {
        let debt = "pairing-\(machine.identity.pairingID)"
        made.append(MadePairing(pairing: nil, identity: machine.identity, debt: debt))
        return run.owe(machine.identity, debt: debt)
    }

    private func remember(_ machine: SetupMachine, _ transcript: PairingTranscript, on name: String) {
        connections[name]?.setup = machine.controller
        connections[name]?.setupIdentity = machine.identity
        connections[name]?.transcript = transcript
        guard let result = machine.controller.result else { return }
        run.controllers.meet(result)
        cast.paired(connections[name]?.controller ?? "alice", result)
        let key = machine.identity.keyPair.publicKey
        guard let index = made.lastIndex(where: { $0.identity.keyPair.publicKey == key }) else { return }
        made[index].pairing = result
    }

    /// Another code, decided by the seed; never the right one, never one that is forbidden.
    private func wrongCode(_ right: SetupCode) -> SetupCode {
        var generator = SeededGenerator(seed: run.settings.seed, purpose: instance.name)
        while true {
            let number = UInt32(generator.next() % 100_000_000)
            if let code = SetupCode(number: number), !code.isForbidden, code != right { return code }
        }
    }

    func notOpen(_ control: String) -> JSON {
        [
            "kind": "pairing", "answered": false, "failure": "not-open", "control": .string(control),
            "not-done": "the accessory accepted no connection", "summary": "the accessory accepted no connection",
        ]
    }
}
