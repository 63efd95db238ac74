import HAPModel
import HAPPairing

/// The arguments of `pair-verify`.
struct PairVerifyArguments: VerbArguments {
    /// The messages to send, by number.
    let stages: [Int]
    /// Whether an earlier step started the procedure.
    let goesOn: Bool
    /// The connection of that step; `nil` for the same connection.
    let source: String?
    /// Whether only these messages are sent, regardless of the responses.
    let isOnly: Bool
    /// Whether the procedure that is stored for the connection stays unchanged.
    let isAside: Bool
    let controller: String?
    let keyOf: String?
    let method: UInt8?
    let departures: Departures
    /// Whether a correct controller would not send these messages.
    let isTampered: Bool

    init(_ call: Call) {
        var departures = call.departures
        if let form = call.word("signature") {
            let scalar = form == "unreduced" ? "unreduced" : "reduced"
            departures.alterations.append(Alteration(point: "M3.signature.scalar", action: .text(scalar)))
        }
        self.departures = departures
        stages = PairSetupArguments.stages(call, standardEnd: 4)
        goesOn = call["from"] != nil
        isOnly = call["only"] != nil
        isAside = call.bool("aside") ?? false
        source = call.word("of")
        controller = call.word("controller")
        keyOf = call.word("key-of")
        method = call.number("method").map { UInt8(truncatingIfNeeded: $0) }
        isTampered = call.isTampered
    }
}
