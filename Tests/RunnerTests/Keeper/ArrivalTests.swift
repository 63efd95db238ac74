import HAPAccessory
import HAPModel
import HAPPairing
import RunRecord
import SuiteLanguage
import Testing

@testable import Runner

@Suite("Arrival")
struct ArrivalTests {
    private func arrive(_ meeting: Meeting) throws -> (arrival: AccessoryKeeper.Arrival, encounter: Encounter) {
        try meeting.run { (await $0.keeper.arrive(), $0) }
    }

    @Test("Without a pairing the tester pairs, and the verbs that succeeded become positive controls")
    func pairs() throws {
        let (arrival, encounter) = try arrive(Meeting())
        #expect(arrival.end == nil && arrival.notes == [] && arrival.isUnknown == nil)
        #expect(encounter.paired == [encounter.context.controllers.pairing("alice")?.controller.pairingID])
        #expect(encounter.controls == ["pair-setup", "pair-verify", "read", "pairings", "list-pairings"])
        #expect(arrival.database.characteristic(try #require(CharacteristicID("1.52"))) != nil)
    }

    @Test("A kept pairing is used: no pair-setup is sent")
    func usesKeptPairing() throws {
        let (arrival, encounter) = try arrive(Meeting(past: .kept, others: ["neighbour"]))
        #expect(arrival.end == nil && arrival.notes == [])
        #expect(encounter.sentStates("/pair-setup") == [])
        #expect(encounter.controls == ["pair-verify", "read", "pairings", "list-pairings"])
        #expect(encounter.paired == ["kept", "neighbour"])
        #expect(encounter.context.controllers.strangers == [Array("neighbour".utf8)])
    }

    @Test(
        "A database that was not sent is read again in a new session",
        arguments: [("nth: 1", true), ("from: 1", false)]
    )
    func readsAgain(_ lost: String, _ isKnown: Bool) throws {
        let silence = "effect: {of: response.send, do: omit}, when: {message: database, \(lost)}"
        let (arrival, _) = try arrive(Meeting(faults: [silence]))
        #expect(arrival.hasDatabase == isKnown, "\(arrival.notes)")
    }

    @Test("An accessory that accepts no connection ends the run as unreachable")
    func unreachable() throws {
        let (arrival, encounter) = try arrive(Meeting(isListening: false))
        #expect(arrival.end?.reason == .unreachable)
        #expect(arrival.end?.message?.hasPrefix("accessory is not reachable: ") == true)
        #expect(encounter.tap.items == [])
    }

    @Test("Accessories that the bridge cannot reach are found, and nothing else")
    func unreachableAccessory() throws {
        let lost = "behaviour: {rule: bridge.reach, is: all-but-second}"
        let (arrival, _) = try arrive(Meeting(accessory: "bridge", faults: [lost], past: .kept))
        #expect(Set(arrival.unreachable.map(\.aid)) == [2])
        #expect(arrival.notes.count == 1)
        #expect(arrival.notes.first?.hasPrefix("the bridge cannot reach 1 accessory (status -70402)") == true)
        let (reached, _) = try arrive(Meeting(accessory: "bridge", past: .kept))
        #expect(reached.unreachable.isEmpty && reached.notes == [])
    }

    @Test("What closes the connection instead of an answer to M1 is not an accessory")
    func notAnAccessory() throws {
        let (arrival, encounter) = try arrive(Meeting(faults: ["link: {at: response, do: close}"]))
        #expect(arrival.end?.reason == .unreachable)
        #expect(arrival.end?.message?.hasPrefix("accessory responds, but not as a HomeKit accessory: ") == true)
        // The first answer may have been lost.
        #expect(encounter.sentStates("/pair-setup") == [1, 1])
        #expect(!encounter.controls.contains("pair-setup"))
    }

    @Test("An accessory that is paired with another controller is noted, and not paired again")
    func alreadyPaired() throws {
        let (arrival, encounter) = try arrive(Meeting(past: .stranger))
        #expect(arrival.end == nil)
        #expect(arrival.notes.count == 1 && arrival.notes[0].hasPrefix("the accessory is already paired"))
        #expect(arrival.isUnknown == arrival.notes[0])
        #expect(encounter.sentStates("/pair-setup") == [1])
        #expect(encounter.paired == ["kept"])
    }

    @Test("An accessory of another controller stays as it is: nothing more is sent to pair it or to unpair it")
    func belongsToOther() throws {
        let (reasons, sent) = try Meeting(past: .stranger).run { encounter in
            _ = await encounter.keeper.arrive()
            let sent = encounter.tap.items.count
            let reasons = [
                await encounter.keeper.bring(to: .contract(.paired), run: encounter.context),
                await encounter.keeper.bring(to: .contract(.unpaired), run: encounter.context),
                await encounter.keeper.bring(to: .contract(.any), run: encounter.context),
            ]
            return (reasons, encounter.tap.items.count - sent)
        }
        #expect(reasons[0] != nil && reasons[0] == reasons[1] && reasons[2] == nil)
        #expect(sent == 0)
    }

    @Test("A wrong setup code is tried once: the run ends, and no later attempt sends it")
    func wrongCode() throws {
        try Meeting(code: .wrong).run { encounter in
            let arrival = await encounter.keeper.arrive()
            #expect(arrival.end?.reason == .wrongSetupCode)
            #expect(encounter.sentStates("/pair-setup") == [1, 3])
            #expect(encounter.server.snapshot().state.failures == 1)
            guard case .failed(let reason) = await encounter.keeper.pair() else {
                Issue.record("paired with a wrong code")
                return
            }
            #expect(reason == "the accessory rejects the setup code")
            #expect(encounter.sentStates("/pair-setup") == [1, 3])
        }
    }

    @Test("Without a code and a pairing the run goes on, and says what cannot run")
    func nothingGiven() throws {
        let (arrival, encounter) = try arrive(Meeting(code: .none))
        #expect(arrival.end == nil)
        #expect(arrival.notes.count == 1 && arrival.notes[0].contains("ASSAY_SETUP_CODE"))
        #expect(encounter.sentPaths == [])
    }

    @Test("A database that is not JSON is noted, and reading is not a positive control")
    func unreadableDatabase() throws {
        let (arrival, encounter) = try arrive(
            Meeting(faults: ["answer: {to: database, body: '{nonsense'}"], past: .kept)
        )
        #expect(arrival.end == nil && arrival.database.raw.isNull)
        #expect(arrival.notes.count == 1)
        #expect(arrival.notes[0].hasPrefix("the attribute database could not be read: "))
        #expect(arrival.notes[0].contains("not JSON, byte 1"), "\(arrival.notes)")
        #expect(arrival.isUnknown == arrival.notes[0])
        #expect(encounter.controls == ["pair-verify"])
    }

    @Test("A pairing that the accessory does not know makes no session, and that is noted")
    func unknownPairing() throws {
        let (arrival, encounter) = try arrive(Meeting(past: .stranger, isKeptPairingUnknown: true))
        #expect(arrival.end == nil)
        #expect(arrival.notes == ["pair-verify failed, so cases that need a session cannot be judged"])
        #expect(encounter.controls == [])
        // One refusal is not believed.
        #expect(encounter.sentPaths == Array(repeating: "/pair-verify", count: 4))
    }

    @Test("A pair-setup that fails without accusing the code is noted, and the run goes on")
    func failedPairSetup() throws {
        let (arrival, encounter) = try arrive(
            Meeting(faults: ["message: {point: pair-setup.M4.proof, do: flip-bit}"])
        )
        #expect(arrival.end == nil)
        #expect(arrival.notes.first?.hasPrefix("pair-setup failed: M4: ") == true, "\(arrival.notes)")
        // It is made once more, in case that a number began with a zero byte.
        #expect(encounter.paired == [] && encounter.sentStates("/pair-setup") == [1, 3, 1, 3])
    }
}
