import HAPController
import HAPModel
import Measurement

/// The arguments of `open`.
struct OpenArguments: VerbArguments {
    /// How the tester ends the connection immediately.
    enum End: String {
        case close
        case reset
    }

    /// `nil` leaves it open.
    let end: End?

    init(_ call: Call) {
        end = call.word("then").flatMap(End.init(rawValue:))
    }
}

/// The arguments of `closed`.
struct AwaitCloseArguments: VerbArguments {
    let within: Duration

    init(_ call: Call) {
        within = call.duration("within") ?? .seconds(5)
    }
}

/// The arguments of `close`.
struct CloseArguments: VerbArguments {
    let isAbrupt: Bool

    init(_ call: Call) {
        isAbrupt = call.bool("abruptly") ?? false
    }
}

/// The arguments of `discover` and `announcement`.
struct DiscoverArguments: VerbArguments {
    /// How long the tester keeps searching.
    let within: Duration
    /// The pairing state that ends the search; `nil` accepts any advertisement.
    let isPaired: Bool?

    init(_ call: Call) {
        within = call.duration("within") ?? .zero
        isPaired = call.bool("until-paired")
    }
}

/// The arguments of `contest`.
struct ContestArguments: VerbArguments {
    let name: ContestedName
    /// How long the accessory may take for another name.
    let within: Duration

    init(_ call: Call) {
        name = call.word("name").flatMap(ContestedName.init(rawValue:)) ?? .instance
        within = call.duration("within") ?? .seconds(15)
    }
}

/// The arguments of `query`.
struct QueryArguments: VerbArguments {
    let question: DiscoveryQuestion
    /// How long the tester waits for an answer.
    let within: Duration

    init(_ call: Call) {
        question = DiscoveryQuestion(
            subject: call.word("for").flatMap(DiscoveryQuestion.Subject.init(rawValue:)) ?? .service,
            knowledge: call.word("known").flatMap(DiscoveryQuestion.Knowledge.init(rawValue:)) ?? .unknown,
            form: call.word("form").flatMap(DiscoveryQuestion.Form.init(rawValue:)) ?? .ordinary,
            isPrivate: call.bool("private") ?? false,
            followsMalformed: call.bool("after-malformed") ?? false
        )
        within = call.duration("within") ?? .seconds(2)
    }
}

/// The arguments of `stimulate`.
struct StimulateArguments: VerbArguments {
    /// The action at the accessory.
    enum Action {
        /// A button is pressed: 0 once, 1 twice, 2 long.
        case press(Int64)
        case change(CharacteristicID, to: JSON)
    }

    let action: Action

    init(_ call: Call) throws(ArgumentError) {
        let (pressed, changed, value) = (call.word("press"), call.characteristics("change").first, call["to"])
        if let pressed {
            guard let press = ButtonPress(rawValue: pressed) else {
                throw ArgumentError(reason: "unknown press `\(pressed)`; expected single, double or long")
            }
            action = .press(press.value)
        } else if let changed {
            action = .change(changed, to: value ?? .null)
        } else {
            throw ArgumentError(reason: "the step needs `press` or `change`")
        }
    }
}

/// A verb without arguments.
struct NoArguments: VerbArguments {
    init(_ call: Call) {}
}
