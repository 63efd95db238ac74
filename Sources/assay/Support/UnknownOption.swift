import ArgumentParser
import HAPModel

/// The option that a command does not know.
///
/// The parser looks for what is missing and for what excludes each other before it looks for options that nobody knows. Who
/// mistypes an option must hear of that, not of what is missing because of it.
struct UnknownOption {
    /// The option as it was written, without a value: `--nope`.
    let name: String
    let command: any ParsableCommand.Type

    /// - Returns: `nil` if every option is known to the command that the words name.
    init?(in words: [String]) {
        var command: any ParsableCommand.Type = Assay.self
        var options: [Substring] = []
        for word in words.prefix(while: { $0 != "--" }) {
            if Self.isOption(word) {
                options.append(word.prefix { $0 != "=" })
            } else if options.isEmpty,
                let next = command.configuration.subcommands.first(where: { $0._commandName == word })
            {
                command = next
            }
        }
        let known = Self.options(of: command)
        guard let unknown = options.first(where: { !known.contains(String($0)) }) else { return nil }
        name = String(unknown)
        self.command = command
    }

    /// Whether it is written as an option; a negative number is a value.
    private static func isOption(_ word: String) -> Bool {
        word.hasPrefix("-") && word.dropFirst().first.map { !$0.isNumber } == true
    }

    /// The options of a command, each in all its spellings.
    private static func options(of command: any ParsableCommand.Type) -> Set<String> {
        let description = (try? JSON.parse(Array(command._dumpHelp().utf8))) ?? .null
        let arguments = description["command"]?["arguments"]?.arrayValue ?? []
        let names = arguments.flatMap { $0["names"]?.arrayValue ?? [] }
        return Set(
            names.compactMap { name in
                name["name"]?.stringValue.map { name["kind"] == "long" ? "--\($0)" : "-\($0)" }
            }
        )
    }
}
