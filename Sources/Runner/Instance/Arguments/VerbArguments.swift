/// What a verb is asked to do: its arguments, decoded before anything is sent.
protocol VerbArguments {
    /// Takes the verb's arguments from the call.
    ///
    /// - Throws: ``ArgumentError`` if the step cannot be carried out with them.
    init(_ call: Call) throws(ArgumentError)
}

/// Why a step cannot be carried out with its arguments.
struct ArgumentError: Error, Hashable {
    let reason: String
}

extension Call {
    /// The arguments of the verb, each of which was read.
    ///
    /// An argument that is left over would change nothing, and the step would not do what it says.
    ///
    /// - Throws: ``ArgumentError``.
    func decoded<Arguments: VerbArguments>(as type: Arguments.Type = Arguments.self) throws(ArgumentError) -> Arguments
    {
        let arguments = try Arguments(self)
        guard let unread = unread.first else { return arguments }
        throw ArgumentError(reason: "the tester does not carry out `\(unread)` of `\(verb)`")
    }
}
