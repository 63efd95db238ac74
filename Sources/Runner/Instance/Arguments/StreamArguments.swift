import HAPModel

/// The arguments of `set-up-stream`.
struct SetUpStreamArguments: VerbArguments {
    /// What is wrong with a request for a stream.
    enum Flaw: String {
        case shortSession = "short-session"
        case noAddress = "no-address"
        case unknownSuite = "unknown-suite"
        case shortKey = "short-key"
    }

    /// Setup Endpoints.
    let id: CharacteristicID
    /// The SRTP suite; `nil` is the first one that the stream offers.
    let suite: CryptoSuite?
    /// `nil` for a request as the specification demands it.
    let flaw: Flaw?

    init(_ call: Call) throws(ArgumentError) {
        guard let id = call.characteristics("of").first else {
            throw ArgumentError(reason: "`of` names no characteristic")
        }
        self.id = id
        suite = call.number("suite").flatMap { UInt8(exactly: $0) }.flatMap(CryptoSuite.init)
        flaw = call.word("flaw").flatMap(Flaw.init)
    }
}

/// The arguments of `select-stream`.
struct SelectStreamArguments: VerbArguments {
    /// Selected RTP Stream Configuration.
    let id: CharacteristicID
    let command: StreamCommand
    /// Whether it names a session that no controller has set up.
    let isForUnknownSession: Bool

    init(_ call: Call) throws(ArgumentError) {
        guard let id = call.characteristics("of").first else {
            throw ArgumentError(reason: "`of` names no characteristic")
        }
        self.id = id
        command = call.word("command") == "end" ? .end : .start
        isForUnknownSession = call.word("session") == "unknown"
    }
}
