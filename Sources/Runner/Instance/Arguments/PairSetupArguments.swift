import HAPModel
import HAPPairing

/// The arguments of `pair-setup`.
struct PairSetupArguments {
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
    /// Whether the step asks for something that a careful controller would not do.
    let isTampered: Bool
    let whileBusy: Duration?
    let code: SetupCode
    let method: UInt8
    let flags: UInt32?
    let identifier: String?
    let departures: Departures
    /// Whether M1 is sent again until B begins with a zero byte.
    var wantsLeadingZeroB: Bool { departures.constants["srp.leading-zero.B"] == 2 }

    /// - Parameters:
    ///   - right: the accessory's code; `nil` if the run was given none.
    ///   - wrong: makes another one from it.
    /// - Throws: ``ArgumentError`` if there is no code to try, or an argument that is not carried out.
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
        source = call.word("of")
        whileBusy = call.duration("while-busy")
        method = UInt8(truncatingIfNeeded: call.number("method") ?? 0)
        flags = call.number("flags").map { UInt32(truncatingIfNeeded: $0) }
        identifier = call.word("identifier")
        let word = call.word("code") ?? "right"
        guard let right else { throw ArgumentError(reason: "the run was given no setup code") }
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
            throw ArgumentError(reason: "the tester does not carry out `\(unread)` of `\(call.verb)`")
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
