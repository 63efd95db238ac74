import HAPController
import HAPModel
import HAPPairing
import HAPSession
import Latency
import Links
import Measurement
import Observations
import SuiteLanguage

extension Lab {
    /// An exchange in words: `HTTP 400`, `no answer within 10 s`.
    static func summary(_ exchange: Exchange, within patience: Duration) -> String {
        ExchangeObservation(exchange, kind: .exchange, within: patience).summary
    }

    // MARK: Discovery and connections

    /// How long the tester waits for an advertisement.
    private static let searchWithin = Duration.seconds(2)
    /// How long it waits for the first one. An accessory that was just started probes for its names, and again for each new name while
    /// other hosts have them (RFC 6762 8.1).
    private static let firstSearchWithin = Duration.seconds(10)

    /// The search for the accessory, if it can be found at all.
    func searched() async throws(Impossible) -> @Sendable () async -> LoadAttempt {
        let transport = run.environment.transport
        let first = await transport.discover(
            until: clock.deadline(in: Self.firstSearchWithin),
            observer: NoObserver()
        )
        guard first.advertisement != nil else {
            throw Impossible(reason: first.failure ?? "no advertisement of this accessory was received within 10 s")
        }
        return {
            let started = clock.now
            let found = await transport.discover(until: clock.deadline(in: Self.searchWithin), observer: NoObserver())
            guard let end = found.at, found.advertisement != nil else {
                return run.stop.isMade ? .stopped : .failed("no advertisement was received within 2 s")
            }
            return .done([LoadAttempt.Part("discovery", sent: started, answered: end, origin: .socket)])
        }
    }

    func connect() async -> LoadAttempt {
        let wire = connection("measure")
        let started = clock.now
        do {
            try await wire.open(within: run.settings.connectWithin)
        } catch {
            return .failed(error.message)
        }
        let end = clock.now
        await wire.close(abruptly: false)
        return .done([LoadAttempt.Part("connect", sent: started, answered: end, origin: .socket)])
    }

    func verify() async -> LoadAttempt {
        guard let pairing else { return .failed("the accessory is not paired") }
        let wire = connection("measure")
        do {
            try await wire.open(within: run.settings.connectWithin)
        } catch {
            return .failed(error.message)
        }
        var verify = PairVerifyProcedure(PairVerifyController(pairing: pairing, random: run.environment.random))
        let ending = await verify.session(on: wire, within: patience)
        await wire.close(abruptly: false)
        let parts = parts(verify.steps, of: "pair-verify")
        if ending == .session { return .done(parts) }
        guard !run.stop.isMade else { return .stopped }
        guard case .silent(let words) = ending, let last = verify.steps.last else { return .failed(Self.words(ending)) }
        let waited = LoadAttempt.Part(
            "pair-verify.m\(last.message)",
            sent: last.exchange.timing.sent,
            answered: clock.now,
            origin: .socket,
            relay: relay
        )
        return .unanswered(parts + [waited], words)
    }

    func reconnect() throws(Impossible) -> @Sendable () async -> LoadAttempt {
        let target = try need(targets.read, to: .read)
        return {
            let wire = connection("measure")
            let started = clock.now
            if let reason = await start(wire) {
                await wire.close(abruptly: false)
                return run.stop.isMade ? .stopped : .failed(reason)
            }
            let read = await wire.perform(.read([target.id], ReadOptions()), within: patience)
            await wire.close(abruptly: false)
            return attempt(read, series: "reconnect", sent: started, relay: nil)
        }
    }

    static func words(_ ending: PairVerifyProcedure.Ending) -> String {
        switch ending {
        case .session: "the session was started"
        case .refused: "the accessory does not know the controller"
        case .busy(let summary), .rejected(let summary), .silent(let summary): summary
        }
    }

    /// The messages of a pairing procedure, each with its time. An M1 whose B was unsuitable does not count: another M1 followed.
    private func parts(_ steps: [PairingStep], of procedure: String) -> [LoadAttempt.Part] {
        steps.filter { !$0.isDropped }.compactMap { step in
            let timing = step.exchange.timing
            guard let end = timing.answered else { return nil }
            return LoadAttempt.Part(
                "\(procedure).m\(step.message)",
                sent: timing.sent,
                answered: end,
                origin: request.measuring.origin(from: timing.sent, to: end),
                relay: relay
            )
        }
    }

    // MARK: Pair-setup

    /// Removes the tester's pairing, and pairs again and again; each pairing is removed.
    func pairSetups() async throws(Impossible) -> [MeasuredSeries] {
        guard run.settings.keptPairing == nil else {
            throw Impossible(reason: "a pairing is kept, and only an unpaired accessory takes part in pair-setup")
        }
        guard let code = run.settings.setupCode else { throw Impossible(reason: "no setup code was given") }
        let isPaired = keeper.run.controllers.pairing("alice") != nil
        if isPaired, await !keeper.unpair() {
            throw Impossible(
                reason: "the tester's own pairing could not be removed, and pair-setup needs an unpaired accessory"
            )
        }
        return try await single(.pairSetup) {
            let controller = Controllers(random: run.environment.random).fresh()
            let debt = Ledger.debt(of: controller)
            let wire = connection("measure")
            do throws(ControllerError) {
                try await wire.open(within: run.settings.connectWithin)
            } catch {
                return .failed(error.message)
            }
            var setup = PairSetupProcedure(
                PairSetupController(setupCode: code, identity: controller, random: run.environment.random)
            )
            let ending = await setup.run(on: wire, within: patience) { run.ledger.owe(controller, debt: debt) }
            await wire.close(abruptly: false)
            let reachedM5 = setup.steps.contains { $0.message == 5 }
            if reachedM5 {
                let removal = PairingRemoval(contact: await keeper.contact, ledger: run.ledger) { _ in false }
                guard await removal.remove(setup.result ?? AccessoryPairing(of: controller)).isGone else {
                    return .failed("the pairing could not be removed, so pair-setup cannot be repeated")
                }
                run.pay(debt)
            }
            guard ending == .done else {
                let last = setup.steps.last
                let summary = last.map { Self.summary($0.exchange, within: patience) } ?? "no message was sent"
                return run.stop.isMade ? .stopped : .failed("M\(last?.message ?? 1) of pair-setup: \(summary)")
            }
            return .done(parts(setup.steps, of: "pair-setup"))
        }
    }
}
