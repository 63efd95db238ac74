import HAPModel
import HTTPWire
import Measurement
import Testing

@testable import HAPController
@testable import HAPSession

@Suite("The journal's records of events on an IP connection")
struct IPWireRecordTests {
    private func fields(
        _ content: IPWireContent,
        answering request: AskedRequest? = nil,
        direction: WireEvent.Direction = .in
    ) -> JSON {
        .object(IPWireRecord(content: content, direction: direction, isSecured: true, request: request).fields)
    }

    private func request(_ method: String, _ target: String, body: [UInt8] = []) -> AskedRequest {
        AskedRequest(HTTPRequest(method, target, body: body), sentAt: Moment(nanoseconds: 0))
    }

    private func answer(_ response: HTTPResponse) throws -> HTTPAnswer {
        var decoder = HTTPDecoder(.responses)
        return HTTPAnswer(try #require(decoder.feed(response.encoded()).first))
    }

    private func answer(_ status: Int, json: String) throws -> HTTPAnswer {
        let headers = [HTTPHeader("Content-Type", "application/hap+json")]
        return try answer(HTTPResponse(status, headers: headers, body: Array(json.utf8)))
    }

    @Test("A response has the fields for monitors")
    func response() throws {
        let text = #"{"characteristics":[{"aid":1,"iid":2,"status":-70410,"value":1},{"status":-5}]}"#
        let json = fields(
            .response(try answer(207, json: text)),
            answering: request("GET", "/characteristics?id=1.2")
        )
        #expect(json["start"] == "HTTP/1.1 207 Multi-Status")
        #expect(json["secured"] == true)
        #expect(json["request"] == ["method": "GET", "path": "/characteristics"])
        #expect(json["utf8"] == true)
        #expect(json["entries-without-status"] == 0)
        #expect(json["contradictions"] == [#"{"aid":1,"iid":2,"status":-70410,"value":1}"#])
        #expect(json["undefined-statuses"] == [-5])
        #expect(json["http"]?["status"] == 207)
        #expect(json["body"] == (try JSON.parse(Array(text.utf8))))
    }

    @Test("A body that is labelled as JSON but is not has a flaw; an empty one has none")
    func flaws() throws {
        let malformed = fields(.response(try answer(200, json: "{]")))
        #expect(malformed["json-flaw"] != nil)
        #expect(malformed["text"] == "{]")
        #expect(malformed["utf8"] == true)
        let marked = fields(.response(try answer(200, json: "\u{feff}{}")))
        #expect(marked["utf8"] == false)
        let empty = fields(.response(try answer(HTTPResponse(204))))
        for key in ["json-flaw", "utf8", "body", "request"] { #expect(empty[key] == nil) }
    }

    @Test("A pairing response is compared with the requested State")
    func pairing() throws {
        let tlv = TLV8(items: [.init(.state, [2, 0]), .init(.error, [6])]).encoded()
        let headers = [HTTPHeader("Content-Type", "application/pairing+tlv8")]
        let response = try answer(HTTPResponse(200, headers: headers, body: tlv))
        let asked = request("POST", "/pair-setup", body: TLV8(items: [.init(.state, [1])]).encoded())
        let json = fields(.response(response), answering: asked)
        #expect(json["items"] == ["state", "error"])
        #expect(json["state"] == 2)
        #expect(json["error-code"] == 6)
        #expect(json["procedure"] == "pair-setup")
        #expect(json["state-right"] == true)
        #expect(json["long-integers"] == ["state"])
        #expect(json["cut-items"] == 0)
        let altered = request("POST", "/pair-setup", body: TLV8(items: [.init(.state, [9])]).encoded())
        #expect(fields(.response(response), answering: altered)["state-right"] == .null)
    }

    @Test("An event shows entries without ids")
    func event() throws {
        let text = #"{"characteristics":[{"aid":1,"iid":2,"value":300},{"iid":2},7]}"#
        let json = fields(.event(try answer(.event(body: Array(text.utf8)))))
        #expect(json["entry-flaws"] == [#"no aid in {"iid":2}"#, #"no value in {"iid":2}"#, "7 is not an entry"])
        #expect(json["utf8"] == nil)
    }

    @Test("A frame shows its length, and the seal that would have fitted")
    func frames() {
        let opened = fields(.frame(counter: 3, length: 17))
        #expect(opened["decoded"] == ["counter": 3, "length": 17])
        #expect(opened["length"] == 17)
        #expect(opened["opened"] == true)
        #expect(opened["plain"] == false)
        let sent = fields(.frame(counter: 3, length: 17), direction: .out)
        #expect(sent["length"] == nil)
        #expect(sent["opened"] == nil)
        func failed(_ raw: [UInt8], _ diagnosis: String?, counter: UInt64 = 0) -> JSON {
            fields(.badFrame(.init(kind: .tag, raw: raw, counter: counter, diagnosis: diagnosis), isRepeated: false))
        }
        #expect(failed([4, 1], nil)["length"] == 260)
        #expect(failed([4, 1], nil)["opened"] == false)
        #expect(failed(Array("HTTP/1.1 200".utf8), nil)["plain"] == true)
        let keys = failed([1], "with the key of the other direction and counter 0")
        #expect(keys["opened-otherwise"] == "swapped-keys")
        #expect(failed([], "if the length is not authenticated")["opened-otherwise"] == "no-aad")
        #expect(failed([], "under counter 7")["opened-otherwise"] == "other-counter")
        #expect(failed([], "under counter 0", counter: 64)["counter-restarted"] == true)
        #expect(failed([], "under counter 0", counter: 3)["counter-restarted"] == nil)
    }
}
