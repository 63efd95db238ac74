import HAPController
import HAPCrypto
import HAPModel
import HAPPairing
import HAPSession
import Observations
import SuiteLanguage

extension InstanceRunner {
    func addPairing(_ arguments: AddPairingArguments, on name: String) async -> Observation {
        let (controller, request) = (arguments.controller, arguments.request)
        guard let connection = await connection(name, isSecured: request.isSecured) else { return noSession }
        hasTouchedPairings = true
        // A new pairing gives the accessory no reason to end a session, but another key or other rights may do.
        if arguments.replaced != nil || cast.member(controller).permissions != nil { noteChangedPairings() }
        spoil(name)
        if let replaced = arguments.replaced {
            guard let member = replaced == "guest" ? cast.firstGuest : cast.member(replaced) else {
                return .notDone("no guest is left to replace")
            }
            let removal = await ask(
                .remove(identifier: member.identifier),
                request,
                departures: .none,
                on: connection
            )
            guard removal.hasSucceeded else { return removal.observation }
            cast.removed(member)
        }
        if let identifier = arguments.identifier { cast.rename(controller, to: identifier) }
        var member = cast.member(controller)
        if let keyOf = arguments.keyOf { member.identity.keyPair = cast.member(keyOf).ownKey }
        let record = PairingRecord(
            identifier: member.identifier,
            publicKey: member.identity.keyPair.publicKey,
            permissions: arguments.isAdmin ? 1 : 0
        )
        guard oweJoined(member.identity) else { return .notDone("the ledger cannot be written") }
        let adding = await ask(.add(record), request, departures: request.departures, on: connection)
        noteOwnPairing(adding.sent)
        if let sent = adding.sent[.identifier], sent != member.identifier {
            joined[joined.count - 1].identifiers.append(sent)
        }
        if adding.hasSucceeded, adding.sent[.identifier] == member.identifier {
            cast.took(member, permissions: adding.sent[.permissions]?.first)
        }
        return adding.observation
    }

    /// Records a controller before it may be added through the tester's own pairing.
    ///
    /// - Returns: whether it is on disk.
    func oweJoined(_ identity: ControllerIdentity) -> Bool {
        let debt = Ledger.debt(ofJoined: identity)
        joined.append(
            JoinedController(identifiers: [Array(identity.pairingID.utf8)], identity: identity, debt: debt)
        )
        return run.ledger.owe(identity, debt: debt, isJoined: true)
    }

    private func noteChangedPairings() {
        hasChangedPairings = true
        run.observer.noteChangedPairings()
    }

    func removePairing(_ arguments: RemovePairingArguments, on name: String) async -> Observation {
        let request = arguments.request
        guard let connection = await connection(name, isSecured: request.isSecured) else { return noSession }
        hasTouchedPairings = true
        noteChangedPairings()
        spoil(name)
        let member = cast.member(arguments.controller)
        var removal = await ask(
            .remove(identifier: member.identifier),
            request,
            departures: request.departures,
            on: connection
        )
        noteOwnPairing(removal.sent)
        let isOfMember = removal.sent[.identifier] == member.identifier
        // Some accessories remove a controller, and close the connection before they answer.
        if isOfMember, !removal.isAnswered, await keeper.contact.standing(of: cast.pairing(of: member)) == .unknown {
            removal.transcript.note("removed-anyway", true)
            removal.hasSucceeded = true
        }
        if removal.hasSucceeded, isOfMember {
            cast.removed(member)
            mayRestart = mayRestart || !cast.hasAdministrator
        }
        return removal.observation
    }

    /// Notes whether a request names the tester's own pairing, or none, so that a broken accessory may have lost it.
    private func noteOwnPairing(_ sent: TLV8) {
        guard let own = run.controllers.pairing("alice")?.controller else { return }
        guard let identifier = sent[.identifier], !identifier.isEmpty, identifier != Array(own.pairingID.utf8) else {
            mayHaveLostOwnPairing = true
            return
        }
    }

    func listPairings(_ arguments: ListPairingsArguments, on name: String) async -> Observation {
        let request = arguments.request
        guard let connection = await connection(name, isSecured: request.isSecured) else { return noSession }
        spoil(name)
        let listing = await ask(.list, request, departures: request.departures, on: connection)
        guard case .pairing(var observation) = listing.observation else { return listing.observation }
        let members = cast.everybody.map(\.listed)
        // What the accessory has kept of earlier cases does not belong to this one.
        let left = run.controllers.leftBehind.subtracting(cast.everybody.map(\.identifier))
        observation.list = PairingList(
            listing.entries.filter { entry in entry[.identifier].map(left.contains) != true },
            members: members,
            strangers: run.controllers.strangers
        )
        return .pairing(observation)
    }

    /// The observation of a step whose connection was not accepted, or has no session, with the reason.
    var noSession: Observation { .notDone(obstacle) }

    /// The connection with a session; without `isSecured`, the connection as it is.
    func connection(_ name: String, isSecured: Bool) async -> CaseConnection? {
        isSecured ? await secured(name) : await opened(name)
    }

    /// A request about pairings, and its result.
    private struct PairingsExchange {
        var transcript: PairingTranscript
        let tampering: Tampering
        let patience: Duration
        let isAnswered: Bool
        /// The items that were sent.
        var sent: TLV8
        var hasSucceeded: Bool
        var entries: [PairingEntry]

        var observation: Observation { transcript.observation(tampering, aim: 2, within: patience) }
    }

    private func ask(
        _ request: PairingsRequest,
        _ arguments: PairingsRequestArguments,
        departures: Departures,
        on connection: CaseConnection
    ) async -> PairingsExchange {
        let isSecured = connection.wire.isSecured
        let result = await connection.wire.pairings(
            request,
            departures: departures,
            random: run.environment.random,
            within: patience
        )
        var transcript = PairingTranscript()
        transcript.add(
            PairingStep(message: 1, exchange: result.exchange, answer: result.answer?.answer, isSecured: isSecured)
        )
        let pairings = PairingsExchange(
            transcript: transcript,
            tampering: Tampering(isTampered: arguments.isTampered, control: "pairings"),
            patience: patience,
            isAnswered: result.exchange.answer != nil,
            sent: TLV8(decoding: result.message),
            hasSucceeded: transcript.goesOn,
            entries: result.entries
        )
        recordControl(
            "pairings",
            isTampered: arguments.isTampered,
            succeeded: pairings.hasSucceeded,
            pairings.observation
        )
        return pairings
    }
}

extension Cast.Member {
    /// The pairing identifier that is sent.
    var identifier: [UInt8] { Array(identity.pairingID.utf8) }

    /// The controller as it may appear in a list of pairings.
    var listed: PairingList.Member {
        PairingList.Member(
            name: name,
            identifier: identifier,
            publicKey: identity.keyPair.publicKey,
            permissions: permissions
        )
    }
}
