import HAPModel

@testable import Runner

/// Streams of a camera.
extension Trials {
    static let streams: [Trial] = [
        Trial("set-up-stream.of", "1.70", insteadOf: "1.54") { $0.entry["iid"] == 70 },
        Trial("set-up-stream.suite", 1, in: ["of": "1.54"]) { $0.observation["stream"]?["suite"] == 1 },
        Trial("set-up-stream.flaw", "no-address", in: ["of": "1.54"]) {
            items($0)[StreamItem.Endpoints.address] == nil
        },
        Trial("select-stream.of", "1.69", insteadOf: "1.53", before: both) { $0.entry["iid"] == 69 },
        Trial("select-stream.command", "end", in: ["of": "1.53"], before: both) {
            items($0).items.count == 1
        },
        Trial("select-stream.session", "unknown", in: ["of": "1.53"], before: both) {
            $0.observation["entry"]?["status"] == "invalid-value"
        },
    ].map { $0.at(Meeting(accessory: "doorbell", past: .kept)) }

    private static let both = [
        Trial.Act("set-up-stream", ["of": "1.54"]), Trial.Act("set-up-stream", ["of": "1.70"]),
    ]

    /// The items of the value that the step writes first.
    private static func items(_ trace: Trace) -> TLV8 {
        TLV8(decoding: trace.entry["value"]?.stringValue.flatMap(Base64.decode) ?? [])
    }
}
