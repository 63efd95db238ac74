import HAPModel
import HAPSession
import HTTPWire
import Testing

@Suite("HAP requests")
struct RequestTests {
    private let id = CharacteristicID(aid: 1, iid: 9)

    private func text(_ request: HTTPRequest) -> String {
        String(decoding: request.encoded(), as: UTF8.self).replacing("\r\n", with: "\n")
    }

    @Test("read the named characteristics")
    func read() {
        let other = CharacteristicID(aid: 2, iid: .max)
        #expect(text(.read([id, other])) == "GET /characteristics?id=1.9,2.18446744073709551615 HTTP/1.1\n\n")
        let all = ReadOptions(metadata: true, permissions: true, type: true, events: true)
        #expect(HTTPRequest.read([id], all).target == "/characteristics?id=1.9&meta=1&perms=1&type=1&ev=1")
    }

    @Test("write the given members, and no more")
    func write() {
        #expect(
            text(.write([WriteEntry(id: id, value: 3)]))
                == """
                PUT /characteristics HTTP/1.1
                Content-Type: application/hap+json
                Content-Length: 50

                {"characteristics":[{"aid":1,"iid":9,"value":3}]}
                """.replacing("50", with: "49")
        )
        let full = WriteEntry(
            id: id,
            value: .null,
            events: false,
            authorization: "AA==",
            isRemote: true,
            response: true
        )
        #expect(
            String(decoding: HTTPRequest.write([full], pid: .max).body, as: UTF8.self)
                == #"{"characteristics":[{"aid":1,"iid":9,"value":null,"ev":false,"authData":"AA==","remote":true,"r":true}],"#
                + #""pid":18446744073709551615}"#
        )
        #expect(String(decoding: HTTPRequest.prepare(ttl: 500, pid: 1).body, as: UTF8.self) == #"{"ttl":500,"pid":1}"#)
    }

    @Test("of pairing are labelled as such")
    func pairing() {
        for (request, path) in [
            (HTTPRequest.pairSetup([6, 1, 1]), "/pair-setup"), (.pairVerify([6, 1, 1]), "/pair-verify"),
            (.pairings([6, 1, 1]), "/pairings"),
        ] {
            #expect(request.target == path)
            #expect(request.method == "POST")
            #expect(request.headers["content-type"] == "application/pairing+tlv8")
        }
        #expect(text(.identify()) == "POST /identify HTTP/1.1\n\n")
    }

    @Test("have responses whose entries keep the received members")
    func answers() throws {
        let text = #"{"characteristics":[{"aid":1,"iid":9,"value":1.50,"ev":true},{"aid":"x","status":-70402},7]}"#
        let body = CharacteristicsBody(Array(text.utf8))
        #expect(body.error == nil)
        #expect(body.entries.map(\.id) == [id, nil, nil])
        #expect(body.entries.map(\.status) == [nil, .unableToCommunicate, nil])
        #expect(body[id]?.value?.numberValue?.spelling == "1.50")
        #expect(body[id]?.events == true)
        #expect(CharacteristicsBody(Array(#"{"status":-70401}"#.utf8)).status == .insufficientPrivileges)
    }

    @Test("accept any response", arguments: ["", "{", "[]", "7", #"{"characteristics":7}"#, "\u{0}", "{}"])
    func anyAnswer(text: String) {
        let body = CharacteristicsBody(Array(text.utf8))
        #expect(body.entries.isEmpty)
        #expect((body.json == nil) == (body.error != nil || text.isEmpty))
    }
}
