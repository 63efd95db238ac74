import HAPModel

/// The arguments of a raw step, which are taken one by one, so that one that is not carried out is noticed.
struct RawArguments {
    private var rest: [String: JSON]

    init(_ arguments: [String: JSON]) {
        rest = arguments
    }

    /// - Parameter object: a mapping inside an argument.
    init(_ object: JSON) {
        rest = Dictionary((object.objectValue?.members ?? []).map { ($0.key, $0.value) }) { first, _ in first }
    }

    /// The value of an argument; `nil` if the step does not have it.
    mutating func take(_ name: String) -> JSON? { rest.removeValue(forKey: name) }

    /// The first argument that was not taken, by name.
    var left: String? { rest.keys.min() }
}

extension String {
    /// What is said of an argument that is left over.
    func notCarriedOut(by verb: String) -> String { "the tester does not carry out `\(self)` of `\(verb)` over IP" }
}

/// How the bytes of a raw step leave, and how many answers are waited for.
struct RawDelivery {
    /// How much text the frames carry, the last size as often as needed.
    let frames: [Int]?
    let pieces: RawPieces?
    /// How many answers are waited for; `nil` leaves it to the verb.
    let answers: Int?

    init(_ arguments: inout RawArguments) {
        func sizes(_ value: JSON?) -> [Int]? {
            value.map { ($0.arrayValue ?? [$0]).compactMap { $0.int64Value.map { Int(clamping: $0) } } }
        }
        frames = sizes(arguments.take("frames"))
        let gap = arguments.take("gap-ms")?.int64Value ?? 0
        pieces = sizes(arguments.take("segments")).map { RawPieces(sizes: $0, pause: .milliseconds(gap)) }
        answers = arguments.take("answers")?.int64Value.map { Int(clamping: $0) }
    }

    /// Whether a request leaves as any controller sends it.
    var isPlain: Bool { frames == nil && pieces == nil && answers == nil }
}
