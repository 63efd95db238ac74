import HAPController
import HAPModel
import HAPPairing
import Judge
import Observations
import RunRecord

/// The transports of the accessory: sessions and losses belong to one of them, everything else to the accessory.
extension AccessoryKeeper {
    /// What the run has over one transport.
    struct Approach {
        /// The session that cases share until one of them spoils it.
        var main: CaseConnection?
        /// The session of a regular controller, which instances by a user share.
        var user: CaseConnection?
        /// What can no longer be brought about over this transport.
        var loss: Loss?
        /// Sessions in a row that the accessory did not start, because it did not answer pair-verify.
        var unansweredSessions = 0
        /// Sessions in a row that the tester did not start, because the accessory's answers were wrong.
        var rejectedSessions = 0
    }

    /// Uses another transport from now on.
    func move(to transport: String) { here = run.over(transport) }

    /// How the tester itself reaches the accessory over the current transport.
    var contact: Contact {
        var contact = Contact(here)
        contact.helper = helper
        contact.removals = removals
        // A transport over which nothing responds any more knows nothing, and each question there takes its time.
        contact.environment.others.removeAll { approaches[$0.kind.rawValue]?.loss?.extent == .everything }
        return contact
    }

    /// Has monitors judge what the engine itself does; among several transports, the observation names the current one.
    func record(_ observation: JSON, watched name: String) {
        var json = observation.with("watched", .string(name))
        if run.transports.count > 1 { json = json.with("transport", .string(here.transport)) }
        run.journal.record(.observation, json)
    }

    private var approach: Approach {
        get { approaches[here.transport] ?? Approach() }
        set { approaches[here.transport] = newValue }
    }

    /// The shared session over the current transport.
    var main: CaseConnection? {
        get { approach.main }
        set { approach.main = newValue }
    }

    /// The session of a regular controller over the current transport.
    var user: CaseConnection? {
        get { approach.user }
        set { approach.user = newValue }
    }

    /// Sessions in a row that the accessory did not start over the current transport, because it did not answer.
    var unansweredSessions: Int {
        get { approach.unansweredSessions }
        set { approach.unansweredSessions = newValue }
    }

    /// Sessions in a row over the current transport that the tester did not start, because the answers were wrong.
    var rejectedSessions: Int {
        get { approach.rejectedSessions }
        set { approach.rejectedSessions = newValue }
    }

    /// What can no longer be brought about over the current transport, or of the accessory; `nil` if nothing is lost.
    var loss: Loss? {
        get { lossOfAll ?? approach.loss }
        set {
            switch newValue?.extent {
            case .pairing, .pairSetup: lossOfAll = newValue
            case .everything, .connections, .sessions: approach.loss = newValue
            case nil: (lossOfAll, approach.loss) = (nil, nil)
            }
        }
    }

    /// Why one of these transports is of no use any more; `nil` if none is lost.
    func whyLost(_ transports: [String]) -> String? {
        transports.compactMap { approaches[$0]?.loss }.first { $0.extent == .everything }?.reason
    }

    /// Checks that the accessory still responds over the other transports of an instance.
    func probe(_ transports: [String], after name: String) async {
        let own = here.transport
        for transport in transports {
            move(to: transport)
            await probe(name)
        }
        move(to: own)
    }

    /// Removes controllers that the accessory knows only over transports that the instance may not have used.
    func settleElsewhere(_ joined: [JoinedController], _ made: [MadePairing]) async {
        let debts =
            joined.map { ($0.identity, $0.debt, true) }
            + made.map { ($0.pairing?.controller ?? $0.identity, $0.debt, false) }
        let own = controllers.pairing("alice")
        for (identity, debt, isJoined) in debts where own?.controller.pairingID != identity.pairingID {
            if await removal().removeElsewhere(AccessoryPairing(of: identity), as: own) { continue }
            // It stays a debt: the end of the run and `assay recover` try again.
            _ = run.ledger.owe(identity, debt: debt, isJoined: isJoined)
        }
    }

    // MARK: Arrival

    /// Why a transport of the accessory cannot be reached; `nil` if all accept a connection.
    func unreachable() async -> RunEnd? {
        defer { move(to: run.transport) }
        for transport in run.transports {
            move(to: transport)
            let destination = here.environment.transport.destination
            do {
                let wire = here.connection("arrival")
                try await wire.open(within: run.settings.connectWithin)
                await wire.close(abruptly: false)
            } catch {
                let over = run.transports.count > 1 ? " over \(transport)" : ""
                return RunEnd(
                    .unreachable,
                    "\(destination) is not reachable\(over): \(error.message(about: destination))"
                )
            }
        }
        return nil
    }

    /// Looks at the accessory over its further transports, and compares what each of them shows.
    func lookElsewhere(_ arrival: inout Arrival) async {
        guard run.transports.count > 1 else { return }
        var sides = [await side(arrival)]
        for index in arrival.further.indices {
            move(to: run.transports[index + 1])
            var further = arrival.further[index]
            if arrival.end == nil, controllers.pairing("alice") != nil { await look(&further) }
            if further.database.raw.isNull {
                let isPaired = controllers.pairing("alice") != nil
                further.isUnknown = isPaired ? further.notes.last : "the tester is not paired"
            }
            await lookAtAdvertisement(further)
            sides.append(await side(further))
            arrival.notes += further.notes.map { "over \(here.transport): \($0)" }
            arrival.further[index] = further
        }
        move(to: run.transport)
        for (index, one) in sides.enumerated() {
            for other in sides[(index + 1)...] {
                let element = IdentityElement(one, other, catalogue: run.catalogue)
                if let note = element.note { arrival.notes.append(note) }
                run.journal.record(
                    .snapshot,
                    [
                        "name": "identity", "transport": .string(element.pair), "identity": .array([element.json]),
                        "sides": .array([one.json, other.json]),
                        "evidence": .array((one.evidence + other.evidence).map { JSON($0) }),
                    ]
                )
            }
        }
    }

    /// What the accessory shows over the current transport.
    private func side(_ arrival: Arrival) async -> IdentitySide {
        var verification: JSON?
        if let pairing = controllers.pairing("alice") {
            let wire = here.connection("identity")
            if (try? await contact.open(wire)) != nil {
                var verify = PairVerifyProcedure(PairVerifyController(pairing: pairing, random: run.environment.random))
                _ = await verify.run([.m1, .m3], on: wire, care: .curious, within: patience)
                let plain = Tampering(isTampered: false, control: "pair-verify")
                verification = PairingTranscript(verify.steps).observation(plain, aim: 4, within: patience).json
                await wire.close(abruptly: false)
            }
        }
        return IdentitySide(
            transport: here.transport,
            destination: here.environment.transport.destination,
            advertisement: arrival.advertisement,
            database: arrival.database.raw.isNull ? nil : arrival.database,
            verification: verification,
            evidence: arrival.evidence
        )
    }
}
