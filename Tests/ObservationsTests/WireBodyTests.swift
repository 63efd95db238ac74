import HAPModel
import HTTPWire
import Links
import Testing

@testable import HAPController
@testable import HAPSession
@testable import Observations

@Suite("Wire events in the journal")
struct WireBodyTests {
    private static let database = Sample.database(["iid": 2, "format": "uint8", "perms": ["pr", "ev"]])

    private func body(
        _ content: WireEvent.Content,
        _ raw: [UInt8] = [],
        answering request: WireBody.Request? = nil,
        direction: WireEvent.Direction = .in
    ) -> JSON {
        let event = WireEvent(
            connection: "main",
            session: 1,
            controller: "alice",
            direction: direction,
            content: content,
            raw: raw,
            at: Sample.moment(30)
        )
        return WireBody(event, answering: request, isTampered: false, database: Self.database).json
    }

    private func request(_ method: String, _ target: String, body: [UInt8] = []) -> WireBody.Request {
        var request = WireBody.Request(method: method, target: target, body: body)
        request.sentAt = Sample.moment(10)
        return request
    }

    @Test("A response shows what monitors look at, and which request it ends")
    func response() throws {
        let text = #"{"characteristics":[{"aid":1,"iid":2,"status":-70410,"value":1},{"status":-5}]}"#
        let message = try Sample.message(207, json: text)
        let json = body(.response(message), [1, 2], answering: request("GET", "/characteristics?id=1.2"))
        #expect(
            json.only("kind", "session", "controller", "start", "secured", "tampered", "hex") == [
                "kind": "response", "session": 1, "controller": "alice", "start": "HTTP/1.1 207 Multi-Status",
                "secured": true, "tampered": false, "hex": "0102",
            ]
        )
        #expect(
            json.only("request", "utf8", "entries-without-status", "contradictions", "undefined-statuses") == [
                "request": ["method": "GET", "path": "/characteristics"], "utf8": true, "entries-without-status": 0,
                "contradictions": [#"{"aid":1,"iid":2,"status":-70410,"value":1}"#], "undefined-statuses": [-5],
            ]
        )
        #expect(
            json.only("method", "path", "took-ms", "crowded") == [
                "method": "GET", "path": "/characteristics", "took-ms": 20, "crowded": false,
            ]
        )
        #expect(json["body"] == (try JSON.parse(Array(text.utf8))))
    }

    @Test("A body that calls itself JSON and is none shows the flaw; an empty one shows nothing")
    func flaws() throws {
        let malformed = body(.response(try Sample.message(200, json: "{]")))
        #expect(malformed["json-flaw"] != nil)
        #expect(malformed.only("text", "utf8") == ["text": "{]", "utf8": true])
        let marked = body(.response(try Sample.message(200, json: "\u{feff}{}")))
        #expect(marked["utf8"] == false)
        let empty = body(.response(try Sample.message(HTTPResponse(204))))
        #expect(empty.only("json-flaw", "utf8", "body", "request") == [:])
    }

    @Test("A pairing answer is held against the State that was asked")
    func pairing() throws {
        let tlv = TLV8(items: [.init(.state, [2, 0]), .init(.error, [6])]).encoded()
        let headers = [HTTPHeader("Content-Type", "application/pairing+tlv8")]
        let message = try Sample.message(HTTPResponse(200, headers: headers, body: tlv))
        let asked = request("POST", "/pair-setup", body: TLV8(items: [.init(.state, [1])]).encoded())
        let json = body(.response(message), answering: asked)
        #expect(
            json.only("items", "state", "error-code", "procedure", "state-right", "long-integers", "cut-items") == [
                "items": ["state", "error"], "state": 2, "error-code": 6, "procedure": "pair-setup",
                "state-right": true,
                "long-integers": ["state"], "cut-items": 0,
            ]
        )
        let altered = request("POST", "/pair-setup", body: TLV8(items: [.init(.state, [9])]).encoded())
        #expect(body(.response(message), answering: altered)["state-right"] == .null)
    }

    @Test("An event shows entries without ids and values that do not fit")
    func event() throws {
        let text = #"{"characteristics":[{"aid":1,"iid":2,"value":300},{"iid":2},7]}"#
        let message = try Sample.message(.event(body: Array(text.utf8)))
        let json = body(.event(message))
        #expect(json["misfits"] == [#"{"aid":1,"iid":2,"value":300}"#])
        #expect(json["entry-flaws"] == [#"no aid in {"iid":2}"#, #"no value in {"iid":2}"#, "7 is no entry"])
        #expect(json["utf8"] == nil)
    }

    @Test("A frame shows its length, and with what it would have opened")
    func frames() {
        let opened = body(.frame(counter: 3, length: 17))
        #expect(
            opened.only("decoded", "length", "opened", "plain") == [
                "decoded": ["counter": 3, "length": 17], "length": 17, "opened": true, "plain": false,
            ]
        )
        let sent = body(.frame(counter: 3, length: 17), direction: .out)
        #expect(sent.only("length", "opened") == [:])
        func failed(_ raw: [UInt8], _ diagnosis: String?) -> JSON {
            body(.failure(.frame(.init(kind: .tag, raw: raw, counter: 0, diagnosis: diagnosis))), raw)
        }
        #expect(
            failed([4, 1], nil).only("opened", "plain", "length", "opened-otherwise") == [
                "opened": false, "plain": false, "length": 260,
            ]
        )
        #expect(failed(Array("HTTP/1.1 200".utf8), nil)["plain"] == true)
        let keys = failed([1], "with the key of the other direction and counter 0")
        #expect(keys.only("length", "opened-otherwise") == ["opened-otherwise": "swapped-keys"])
        #expect(failed([], "if the length is not authenticated")["opened-otherwise"] == "no-aad")
        #expect(failed([], "under counter 7")["opened-otherwise"] == "other-counter")
    }

    @Test("A request that is not answered ends with its failure")
    func unanswered() {
        let asked = request("PUT", "/characteristics")
        let late = body(.failure(.timedOut), answering: asked)
        #expect(
            late.only("method", "took-ms", "failure", "partial", "secured") == [
                "method": "PUT", "took-ms": 20, "failure": "timed-out", "partial": false, "secured": true,
            ]
        )
        #expect(body(.closed(.reset), answering: asked)["failure"] == "reset")
        #expect(body(.closed(.byPeer), answering: nil).only("failure", "summary") == ["summary": "closed by peer"])
    }
}
