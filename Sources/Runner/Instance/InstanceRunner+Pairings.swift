import HAPController
import HAPCrypto
import HAPModel
import HAPPairing
import HAPSession
import HTTPWire
import SuiteLanguage

extension InstanceRunner {
    func addPairing(_ call: Call, on name: String) async -> JSON {
        let (controller, departures) = (call.word("controller") ?? "guest", call.departures)
        let (admin, identifier) = (call.bool("admin") ?? false, call.word("identifier"))
        let (keyOf, replaced) = (call.word("key-of"), call.word("replacing"))
        guard let connection = await connection(name, secured: call.bool("secured")) else { return Self.noSession }
        hasTouchedPairings = true
        spoil(name)
        if let replaced {
            guard let member = replaced == "guest" ? cast.firstGuest : cast.member(replaced) else {
                return Self.notDone("no guest is left to replace")
            }
            let removal = await exchange(
                .remove(identifier: member.identifier),
                call,
                departures: .none,
                on: connection
            )
            guard removal.hasSucceeded else { return removal.observation }
            cast.removed(member)
        }
        if let identifier { cast.rename(controller, to: identifier) }
        var member = cast.member(controller)
        if let keyOf { member.identity.keyPair = cast.member(keyOf).ownKey }
        let record = PairingRecord(
            identifier: member.identifier,
            publicKey: member.identity.keyPair.publicKey,
            permissions: admin ? 1 : 0
        )
        guard oweJoined(record) else { return Self.notDone("the ledger cannot be written") }
        let adding = await exchange(.add(record), call, departures: departures, on: connection)
        if let sent = adding.sent[.identifier], sent != member.identifier {
            joined[joined.count - 1].identifiers.append(sent)
        }
        if adding.hasSucceeded, adding.sent[.identifier] == member.identifier {
            cast.took(member, permissions: adding.sent[.permissions]?.first)
        }
        return adding.observation
    }

    /// Notes a controller before it may join the tester's own pairing.
    ///
    /// - Returns: whether it is on disk.
    func oweJoined(_ record: PairingRecord) -> Bool {
        let name = String(decoding: record.identifier, as: UTF8.self)
        let debt = "joined-\(name)"
        joined.append(JoinedController(identifiers: [record.identifier], publicKey: record.publicKey, debt: debt))
        return run.oweJoined(name, debt: debt)
    }

    func removePairing(_ call: Call, on name: String) async -> JSON {
        let (controller, departures) = (call.word("controller") ?? "stranger", call.departures)
        guard let connection = await connection(name, secured: call.bool("secured")) else { return Self.noSession }
        hasTouchedPairings = true
        spoil(name)
        let member = cast.member(controller)
        let removal = await exchange(
            .remove(identifier: member.identifier),
            call,
            departures: departures,
            on: connection
        )
        if removal.hasSucceeded, removal.sent[.identifier] == member.identifier { cast.removed(member) }
        return removal.observation
    }

    func listPairings(_ call: Call, on name: String) async -> JSON {
        let departures = call.departures
        guard let connection = await connection(name, secured: call.bool("secured")) else { return Self.noSession }
        spoil(name)
        let listing = await exchange(.list, call, departures: departures, on: connection)
        let list = PairingList(
            entries: listing.entries,
            everybody: cast.everybody,
            strangers: run.controllers.strangers
        )
        return list.add(to: listing.observation)
    }

    private static var noSession: JSON { notDone("there is no session") }

    /// The connection with a session, or (`false`) as it is.
    func connection(_ name: String, secured: Bool?) async -> CaseConnection? {
        secured == false ? await opened(name) : await self.secured(name)
    }

    /// A request about pairings, and what came of it.
    private struct PairingsExchange {
        var observation: JSON
        /// The items as they were sent.
        var sent: TLV8
        var hasSucceeded: Bool
        var entries: [PairingEntry]
    }

    private func exchange(
        _ request: PairingsRequest,
        _ call: Call,
        departures: Departures,
        on connection: CaseConnection
    ) async -> PairingsExchange {
        let isSecured = connection.wire.isSecured
        let result = await connection.wire.pairings(
            request,
            departures: departures,
            random: run.bench.random,
            within: patience
        )
        var transcript = PairingTranscript()
        transcript.add(
            PairingStep(message: 1, exchange: result.exchange, answer: result.answer?.answer, isSecured: isSecured)
        )
        let observation = transcript.observation(
            control: "pairings",
            isTampered: call.isTampered,
            aim: 2,
            within: patience
        )
        let hasSucceeded = transcript.goesOn
        recordControl("pairings", call, succeeded: hasSucceeded, observation)
        return PairingsExchange(
            observation: observation,
            sent: TLV8(decoding: result.message),
            hasSucceeded: hasSucceeded,
            entries: result.entries
        )
    }
}

extension Cast.Member {
    /// The pairing identifier as it is sent.
    var identifier: [UInt8] { Array(identity.pairingID.utf8) }
}
