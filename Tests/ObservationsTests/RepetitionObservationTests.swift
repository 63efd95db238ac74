import HAPController
import HAPModel
import HTTPWire
import Testing

@testable import Observations

@Suite("Observations of loops")
struct RepetitionObservationTests {
    private func answer(_ response: HTTPResponse) throws -> Observation {
        let exchange = Sample.exchange(try Sample.message(response))
        return .exchange(ExchangeObservation(exchange, kind: .exchange, within: Sample.within))
    }

    private func ending(_ seen: Observation?) -> JSON? {
        var repetition = RepetitionObservation(until: nil)
        repetition.add(seen, isEnd: false)
        return repetition.json["before"]?[0]
    }

    @Test("A round has the result of its step")
    func namesEndings() throws {
        #expect(ending(try answer(HTTPResponse(200))) == "success")
        #expect(ending(try answer(HTTPResponse(400))) == "refused")
        #expect(ending(try answer(HTTPResponse(400, body: Array(#"{"status":-70410}"#.utf8)))) == "invalid-value")
        #expect(ending(try Sample.pairing(.state(2), .error(.authentication))) == "authentication")
        let closed = ExchangeObservation(Sample.silence(.closed), kind: .exchange, within: Sample.within)
        #expect(ending(.exchange(closed)) == "closed")
        #expect(ending(.notDone("the connection has no session")) == "not-done")
        #expect(ending(.done("opened by the tester")) == "no-answer")
        #expect(ending(nil) == "no-answer")
    }

    @Test("The round that ends the loop is not one of those before it")
    func leavesTheLastRoundOut() throws {
        var repetition = RepetitionObservation(until: "max-tries")
        repetition.add(try Sample.pairing(.state(2), .error(.authentication)), isEnd: false)
        repetition.add(try Sample.pairing(.state(2), .error(.authentication)), isEnd: false)
        repetition.add(try Sample.pairing(.state(2), .error(.maxTries)), isEnd: true)
        #expect(
            repetition.json == [
                "kind": "repetition", "rounds": 3, "stopped-at": 3, "before": ["authentication"], "public-keys": [],
                "salts": [], "summary": "max-tries in round 3; before it: authentication", "tampered": false,
            ]
        )
    }

    @Test("Keys and salts are kept of each round, in hexadecimal digits")
    func keys() throws {
        var repetition = RepetitionObservation(until: nil)
        for byte in [UInt8(1), 2] {
            let items: [TLV8.Item] = [.state(2), .init(.publicKey, [byte, 0xab]), .init(.salt, [byte])]
            repetition.add(try Sample.pairing(items), isEnd: false)
        }
        #expect(
            repetition.json.only("public-keys", "salts", "before") == [
                "public-keys": ["01ab", "02ab"], "salts": ["01", "02"], "before": ["success"],
            ]
        )
    }

    @Test("A loop with a tampered round needs that round's control")
    func control() throws {
        var repetition = RepetitionObservation(until: "refused")
        repetition.add(try Sample.pairing([.state(2)], isTampered: false), isEnd: false)
        #expect(repetition.json.only("tampered", "control") == ["tampered": false])
        repetition.add(try Sample.pairing([.state(2)], isTampered: true), isEnd: false)
        #expect(repetition.json.only("tampered", "control") == ["tampered": true, "control": "pair-setup"])
        #expect(
            repetition.json.only("stopped-at", "summary") == [
                "stopped-at": .null, "summary": "no refused in 2 rounds; before it: success",
            ]
        )
    }
}
