import HAPModel
import HAPPairing

/// The arguments of `pair-verify`.
struct PairVerifyArguments: VerbArguments {
    /// The messages to send, by number.
    let stages: [Int]
    /// Whether an earlier step started the procedure.
    let goesOn: Bool
    /// The connection on which it did; `nil` is the step's own.
    let source: String?
    /// Whether just these messages are sent, whatever the answers.
    let isOnly: Bool
    /// Whether the procedure that the connection remembers stays as it is.
    let isAside: Bool
    let controller: String?
    let keyOf: String?
    let method: UInt8?
    let departures: Departures
    /// Whether the step asks for something that a careful controller would not do.
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
