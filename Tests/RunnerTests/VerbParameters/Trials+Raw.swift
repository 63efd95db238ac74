import HAPModel
import Measurement
import RunRecord

@testable import Runner

extension Trials {
    static let raw: [Trial] = messages + requestDelivery + sending

    private static let get: JSONObject = ["method": "GET", "path": "/accessories"]
    private static let put: JSONObject = ["method": "PUT", "path": "/characteristics"]

    private static let messages: [Trial] = [
        Trial("request.method", "DELETE", insteadOf: "GET", in: ["path": "/accessories"]) {
            $0.text.hasPrefix("DELETE /accessories ")
        },
        Trial("request.path", "/x", insteadOf: "/accessories", in: ["method": "GET"]) { $0.text.hasPrefix("GET /x ") },
        Trial("request.headers", ["X-Test": "1"], in: get) { $0.text.contains("\r\nX-Test: 1\r\n") },
        Trial("request.lines", ["X-Line:  {length}"], in: get) { $0.text.contains("\r\nX-Line:  0\r\n") },
        Trial("request.bare", true, in: get) { !$0.text.isEmpty && !$0.text.contains("Host:") },
        Trial("request.type", "text/plain", in: put.with("body", "x")) {
            $0.text.contains("Content-Type: text/plain\r\n")
        },
        Trial("request.json", ["a": 1], in: put) { $0.text.hasSuffix("\r\n\r\n{\"a\":1}") },
        Trial("request.body", "hello", in: put) { $0.text.hasSuffix("\r\n\r\nhello") },
        Trial("request.chunks", 2, in: put.with("body", "hello")) {
            $0.text.contains("Transfer-Encoding: chunked\r\n")
        },
        Trial("request.secured", false, in: get) { $0.requests("/accessories").map(\.session) == [0] },
        Trial("request.secured", true, in: get, on: "b") { $0.requests("/accessories", on: "b").map(\.session) == [1] },
    ]

    private static let secured = [Trial.Act("pair-verify")]

    private static let requestDelivery: [Trial] = [
        Trial("request.then", [["method": "GET", "path": "/x"]], in: get, before: secured) {
            $0.received("response").count == 2
        },
        Trial("request.frames", [10], in: get, before: secured) { $0.pieces.first?.bytes.prefix(2) == [10, 0] },
        Trial("request.segments", [5], in: get, before: secured) { $0.pieces.first?.bytes.count == 5 },
        Trial("request.gap", "100ms", in: get.with("segments", [10]), before: secured) {
            $0.firstGap == .milliseconds(100)
        },
        Trial("request.set", ["frame.tag": "flip-bit"], in: get, before: secured) { $0.received("closed").count == 1 },
        Trial("request.answers", 2, in: get, before: secured) { $0.took >= .seconds(10) },
        Trial("request.wait", "2s", in: get.with("answers", 2), before: secured) {
            (.seconds(2) ..< .seconds(3)).contains($0.took)
        },
    ]

    private static let written = [Trial.Act("write", ["1.101": true], frame: "f")]

    private static let sending: [Trial] = [
        Trial("send.frame", "f", before: written) { trace in
            trace.earlier.contains { item in item.what == .bytes(trace.pieces.first?.bytes ?? []) }
        },
        Trial("send.reflect", true, before: secured + [.init("read", ["of": "1.101"])]) { trace in
            let frames = trace.earlierEvents.map(\.body).filter { $0["kind"] == "frame" && $0["direction"] == "in" }
            return frames.last?["hex"]?.stringValue == trace.pieces.first.map { Hex.encode($0.bytes) }
        },
        Trial("send.bytes", "0x010203", before: secured) { $0.pieces.first?.bytes == [1, 2, 3] },
        Trial("send.text", "hello", on: "b") { $0.pieces.first?.bytes == Array("hello".utf8) },
        Trial("send.frames", [10], before: secured) { $0.pieces.first?.bytes.prefix(2) == [10, 0] },
        Trial("send.segments", [5], before: secured) { $0.pieces.first?.bytes.count == 5 },
        Trial("send.gap", "100ms", in: ["segments": [10]], before: secured) { $0.firstGap == .milliseconds(100) },
        Trial("send.set", ["frame.tag": "flip-bit"], before: secured) { $0.received("closed").count == 1 },
        Trial("send.answers", 0, before: secured) { $0.received("response").isEmpty && $0.took == .zero },
        Trial("send.wait", "1s", in: ["text": "GET"], before: secured) { $0.took == .seconds(1) },
    ]
}

extension Trace {
    /// The text of the step's first request.
    fileprivate var text: String { requests().first { $0.target != "/pair-verify" }?.text ?? "" }

    /// The time between the first two pieces.
    fileprivate var firstGap: Duration? {
        pieces.count > 1 ? pieces[0].at.duration(to: pieces[1].at) : nil
    }
}

extension JSONObject {
    fileprivate func with(_ key: String, _ value: JSON) -> JSONObject {
        var object = self
        object[key] = value
        return object
    }
}
