import HAPModel
import HTTPWire
import Links
import Testing

@testable import HAPController
@testable import Observations

@Suite("Observations of exchanges")
struct ExchangeObservationTests {
    private func json(_ exchange: Exchange) -> JSON {
        ExchangeObservation(exchange, kind: .exchange, within: Sample.within).json
    }

    @Test("A response in JSON shows all its fields once")
    func answered() throws {
        let message = try Sample.message(400, json: #"{"status":-70410}"#)
        #expect(
            json(Sample.exchange(message)) == [
                "kind": "exchange", "answered": true, "answer-count": 1, "status": "invalid-value",
                "status-code": -70410,
                "http": [
                    "status": 400, "reason": "Bad Request", "protocol": "HTTP/1.1",
                    "headers": ["content-type": "application/hap+json", "content-length": "17"], "body-length": 17,
                    "deviations": [], "unframed": false,
                ],
                "body": ["status": -70410], "took-ms": 20, "evidence": [4, 5],
                "summary": #"HTTP 400 {"status":-70410}"#,
            ]
        )
    }

    @Test("HTTP 204 means that the request was carried out; a response without a meaning has no status")
    func status() throws {
        #expect(json(Sample.exchange(try Sample.message(HTTPResponse(204))))["status"] == "success")
        let quiet = json(Sample.exchange(try Sample.message(200, json: #"{"characteristics":[]}"#)))
        #expect(quiet.only("status", "status-code") == [:])
        let text = json(Sample.exchange(try Sample.message(400, json: #"{"status":"success"}"#)))
        #expect(text.only("status", "status-code") == [:])
        let unknown = json(Sample.exchange(try Sample.message(400, json: #"{"status":-5}"#)))
        #expect(unknown.only("status", "status-code") == ["status": "status -5", "status-code": -5])
    }

    @Test(
        "Without a response there is a failure, and a sentence for it",
        arguments: [
            (ExchangeFailure.timedOut, "timed-out", "no response within 10 s"),
            (.closed, "closed", "the accessory closed the connection without a response"),
            (.reset, "reset", "the accessory reset the connection without a response"),
            (.notOpen, "not-open", "no connection could be opened"),
            (.flood, "flood", "a response of more bytes than one may have"),
        ]
    )
    func silent(_ failure: ExchangeFailure, _ word: String, _ summary: String) {
        #expect(
            json(Sample.silence(failure)) == [
                "kind": "exchange", "answered": false, "answer-count": 0, "failure": .string(word),
                "evidence": [4, 5], "summary": .string(summary),
            ]
        )
    }

    @Test("The end of the connection is recorded with its time since the request")
    func closed() throws {
        var exchange = Sample.exchange(try Sample.message(HTTPResponse(204)))
        exchange.closed = .init(closure: .byPeer, at: Sample.moment(35))
        #expect(json(exchange)["closed"] == ["by": "peer", "after-ms": 35])
        #expect(json(exchange)["summary"] == "HTTP 204, then the connection closed")
        exchange.closed = .init(closure: .reset, at: Sample.moment(35))
        #expect(json(exchange)["closed"]?["by"] == "reset")
    }

    @Test("A body that is not JSON is text, if it is short and UTF-8")
    func texts() throws {
        let malformed = json(Sample.exchange(try Sample.message(200, json: #"{"status":"#)))
        #expect(malformed["body"] == nil)
        #expect(malformed["text"] == #"{"status":"#)
        #expect(malformed["summary"] == .string("HTTP 200 " + #"{"status":"#.debugDescription))
        let long = String(repeating: "x", count: 1025)
        #expect(json(Sample.exchange(try Sample.message(200, json: long)))["text"] == nil)
        let bytes = json(Sample.exchange(try Sample.message(HTTPResponse(200, body: [0xff, 0xfe]))))
        #expect(bytes.only("body", "text") == [:])
        #expect(bytes["http"]?["body-length"] == 2)
    }

    @Test("100 Continue alone counts as answered, but is not the response")
    func interim() {
        var exchange = Sample.silence(.timedOut)
        exchange.hasInterim = true
        #expect(json(exchange).only("answered", "answer-count", "http") == ["answered": true, "answer-count": 0])
    }

    @Test("Of header lines with the same name, the first is shown, under its name in lower case")
    func repeatedHeaders() throws {
        let headers = [HTTPHeader("X-One", "1"), HTTPHeader("x-one", "2")]
        let message = try Sample.message(HTTPResponse(200, headers: headers, body: [0x31]))
        let headerFields = json(Sample.exchange(message))["http"]?["headers"]
        #expect(headerFields?["x-one"] == "1")
        #expect(headerFields?.objectValue?.duplicateKeys == [])
    }

    @Test("The control of a rejection follows the other fields")
    func tampering() {
        var observation = ExchangeObservation(Sample.silence(.closed), kind: .entries, within: Sample.within)
        observation.tampering = Tampering(isTampered: true, control: "read")
        #expect(
            observation.json.only("kind", "tampered", "control") == [
                "kind": "entries", "tampered": true, "control": "read",
            ]
        )
    }
}
