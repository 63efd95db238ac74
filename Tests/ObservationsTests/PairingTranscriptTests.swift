import HAPController
import HAPModel
import HAPPairing
import HTTPWire
import Testing

@testable import Observations

@Suite("Observations of pairing procedures")
struct PairingTranscriptTests {
    private let tampering = Tampering(isTampered: false, control: "pair-setup")

    private func json(_ steps: PairingStep..., aim: Int = 2) -> JSON {
        var transcript = PairingTranscript()
        for step in steps { transcript.add(step) }
        return transcript.observation(tampering, aim: aim, within: Sample.within).json
    }

    @Test("A procedure without a message was not done")
    func empty() {
        let text: JSON = "no message was sent"
        #expect(json() == ["not-done": text, "summary": text])
    }

    @Test("The last response is part of the exchange, and each response has its own name")
    func answered() throws {
        let json = json(try Sample.step(1, [.state(2), .init(.salt, [1, 2, 3]), .init(type: 0xf0, value: [9])]))
        #expect(
            json.only("kind", "reached", "ends-at", "aims-at", "state", "state-right", "error", "no-error") == [
                "kind": "pairing", "reached": "M2", "ends-at": "M2", "aims-at": "M2", "state": 2, "state-right": true,
                "no-error": "none",
            ]
        )
        #expect(
            json.only("items", "known-items", "lengths", "salt", "secured", "busy-ms", "tampered", "control") == [
                "items": ["state", "salt", "type 0xf0"], "known-items": ["state", "salt"],
                "lengths": ["state": 1, "salt": 3, "type 0xf0": 1], "salt": "010203", "secured": false, "busy-ms": 0,
                "tampered": false, "control": "pair-setup",
            ]
        )
        #expect(
            json["stages"]?["M2"]?.only("state", "error", "hex", "plain-items", "plain-lengths", "flaws") == [
                "state": 2, "error": .null, "hex": "0601020203010203f00109", "plain-items": [], "plain-lengths": .null,
                "flaws": [],
            ]
        )
        #expect(json["facts"]?["salt-varies"] == true)
        #expect(json["summary"] == "M2: HTTP 200, State 2, salt (3), type 0xf0 (1)")
    }

    @Test("An Error has a name and a number, and ends the procedure")
    func refused() throws {
        var transcript = PairingTranscript()
        transcript.add(try Sample.step(1, [.state(2), .error(.maxTries)]))
        #expect(!transcript.goesOn)
        let json = transcript.observation(tampering, aim: 6, within: Sample.within).json
        #expect(
            json.only("ends-at", "aims-at", "error", "error-code", "summary") == [
                "aims-at": "M6", "error": "max-tries", "error-code": 5,
                "summary": "M2: HTTP 200, State 2, Error 5 (max-tries)",
            ]
        )
    }

    @Test("The summary reports a wrong State")
    func wrongState() throws {
        let json = json(try Sample.step(1, [.state(4)]))
        #expect(json.only("state", "state-right", "ends-at") == ["state": 4, "state-right": false])
        #expect(json["summary"] == "M2: HTTP 200, State 4. State is 4, not 2")
    }

    @Test("Busy is timed from its first response to the first other one, and has no end while it lasts")
    func busy() throws {
        let refusal = try Sample.step(1, [.state(2), .error(.busy)], at: 100)
        let again = try Sample.step(1, [.state(2), .error(.busy)], at: 300)
        #expect(json(refusal, again)["busy-ms"] == nil)
        let taken = try Sample.step(1, [.state(2), .init(.salt, [7, 7])], at: 450)
        let json = json(refusal, again, taken)
        #expect(json["busy-ms"] == 350)
        #expect(json["stages"]?["M2"]?["items"] == ["state", "salt"])
        #expect(json["all-items"] == ["state", "error", "salt"])
        #expect(json["facts"]?["salt-varies"] == false)
        #expect(json["evidence"] == [4, 5, 4, 5, 4, 5])
    }

    @Test("A message without a response keeps the earlier responses")
    func silence() throws {
        let silent = PairingStep(message: 3, exchange: Sample.silence(.closed), answer: nil)
        let json = json(try Sample.step(1, [.state(2)]), silent, aim: 4)
        #expect(
            json.only("answered", "failure", "reached", "aims-at", "state") == [
                "answered": false, "failure": "closed", "aims-at": "M4",
            ]
        )
        #expect(json["stages"]?.objectValue?.keys == ["M2"])
        #expect(json["summary"] == "the accessory closed the connection without a response")
    }

    @Test("The result of a comparison is one of the facts")
    func facts() throws {
        var transcript = PairingTranscript()
        transcript.add(try Sample.step(1, [.state(2)]))
        transcript.note("salt-kept", false)
        #expect(transcript.observation(tampering, aim: 2, within: Sample.within).json["facts"]?["salt-kept"] == false)
    }

    @Test("A connection that the accessory did not accept is a failure that proves nothing")
    func notOpen() {
        let observation = Observation.notDone(NotDone(noConnectionFor: "pair-verify"))
        #expect(observation.isNotOpen)
        #expect(
            observation.json == [
                "kind": "pairing", "answered": false, "failure": "not-open", "control": "pair-verify",
                "not-done": "the accessory did not accept a connection",
                "summary": "the accessory did not accept a connection",
            ]
        )
    }
}
