import HAPModel
import HAPPairing

/// The arguments of `pair-setup`.
struct PairSetupArguments {
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
    /// Whether a correct controller would not send these messages.
    let isTampered: Bool
    let whileBusy: Duration?
    /// Whether M1 is sent once: it is altered, and the case is about its refusal.
    var sendsM1Once: Bool { isOnly || firstAltered == 1 && !mustReachEnd }
    private let mustReachEnd: Bool
    let code: SetupCode
    let method: UInt8
    let flags: UInt32?
    let identifier: String?
    let departures: Departures
    /// Whether M1 is repeated until B starts with a zero byte.
    var wantsLeadingZeroB: Bool { departures.constants["srp.leading-zero.B"] == 2 }

    /// The number of the first message that is altered; `nil` if none is. A wrong code alters none: what the accessory answers to
    /// another try may be an Error in M2.
    var firstAltered: Int? {
        let numbers = departures.alterations.compactMap { alteration in
            PairingPoint.named(alteration.point).first { $0.procedure == .pairSetup }?.firstMessage
        }
        let isM1 = method != 0 || flags != nil
        return (numbers + (isM1 ? [1] : []) + (identifier != nil ? [5] : [])).min()
    }

    /// - Parameters:
    /// - right: the accessory's setup code; `nil` if none was given.
    /// - wrong: makes a wrong code from the right one.
    /// - Throws: ``ArgumentError`` if the run has no setup code to try, or an argument is not supported.
    init(_ call: Call, right: SetupCode?, wrong: (SetupCode) -> SetupCode) throws(ArgumentError) {
        var departures = call.departures
        for number in call["leading-zeros"].map({ $0.arrayValue ?? [$0] }) ?? [] {
            departures.constants["srp.leading-zero.\(number.stringValue ?? "")"] = 2
        }
        stages = Self.stages(call, standardEnd: 6)
        goesOn = call["from"] != nil
        isOnly = call["only"] != nil
        isAside = call.bool("aside") ?? false
        isTampered = call.isTampered
        mustReachEnd = call.mustReachEnd
        source = call.word("of")
        whileBusy = call.duration("while-busy")
        method = UInt8(truncatingIfNeeded: call.number("method") ?? 0)
        flags = call.number("flags").map { UInt32(truncatingIfNeeded: $0) }
        identifier = call.word("identifier")
        let word = call.word("code") ?? "right"
        guard let right else { throw ArgumentError(reason: "no setup code was given") }
        switch word {
        case "right": code = right
        case "wrong": code = wrong(right)
        case "dashless":
            code = right
            let digits = right.withText { text in text.utf8.filter { $0 != UInt8(ascii: "-") } }
            departures.alterations.insert(Alteration(point: "srp.code", action: .set(digits)), at: 0)
        default:
            guard let written = SetupCode(word) else {
                throw ArgumentError(reason: "`\(word)` is not a setup code")
            }
            code = written
        }
        self.departures = departures
        if let unread = call.unread.first {
            throw ArgumentError(reason: "the verb `\(call.verb)` does not use the argument `\(unread)` here")
        }
    }

    /// The messages that a step sends, by number.
    static func stages(_ call: Call, standardEnd: Int) -> [Int] {
        let (only, from, upto) = (call.stages("only"), call.stages("from")?.first, call.stages("upto")?.last)
        if let only { return only }
        let first = from ?? 1
        return stride(from: first % 2 == 1 ? first : first + 1, through: upto ?? standardEnd, by: 2).map { $0 }
    }
}
