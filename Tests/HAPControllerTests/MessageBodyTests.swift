import HAPModel
import Testing

@testable import HAPController

@Suite("The body of a message")
struct MessageBodyTests {
    @Test(
        "that is JSON but for one clear fault is read nevertheless, and the fault is kept",
        arguments: [
            [0xef, 0xbb, 0xbf] + Array("{\"a\":\"b\"}".utf8),
            Array("{\"a\":\"b\"}".utf8) + [0, 0],
            [0xef, 0xbb, 0xbf] + Array("{\"a\":\"b\"}".utf8) + [0],
        ]
    )
    func mended(_ bytes: [UInt8]) {
        let body = MessageBody(bytes)
        #expect(body.json == ["a": "b"])
        #expect(body.jsonFlaw != nil)
        #expect(body.bytes == bytes)
    }

    @Test("that is labelled TLV8 is read as JSON only if it is a JSON object and no TLV8")
    func mislabelled() {
        #expect(MessageBody(Array("{\"status\":-70401}".utf8), isTLV8: true).json == ["status": -70401])
        // An item of the type 0x7b with the length 0x7d, cut off, and one of the length 1.
        #expect(MessageBody(Array("{}".utf8), isTLV8: true).json == [:])
        #expect(MessageBody([0x7b, 0x01, 0x7d], isTLV8: true).items?.isWellFormed == true)
        #expect(MessageBody(Array("{\"status\"".utf8), isTLV8: true).items?.isWellFormed == false)
    }

    @Test("that has a text which is not UTF-8 is read with a mark in its place")
    func notUTF8() {
        let body = MessageBody(Array("{\"a\":\"M".utf8) + [0xfc] + Array("ller\",\"b\":1}".utf8))
        #expect(body.json == ["a": "M\u{fffd}ller", "b": 1])
        #expect(body.jsonFlaw != nil)
    }

    @Test(
        "whose meaning is not clear stays unread",
        arguments: ["{\"a\":1", "{\"a\":NaN}", "{\"a\":1}}", "{\"a\":1,}"]
    )
    func unclear(_ text: String) {
        let body = MessageBody(Array(text.utf8))
        #expect(body.json == nil)
        #expect(body.text == text)
        #expect(body.jsonFlaw != nil)
    }

    @Test("that is JSON has no fault")
    func valid() {
        let body = MessageBody(Array("{\"a\":1}".utf8))
        #expect(body.json == ["a": 1])
        #expect(body.jsonFlaw == nil)
    }
}
