import ArgumentParser
import MarkedYAML

/// An option that a command does not have.
///
/// The parser reports missing and conflicting options before unknown ones. A user who mistypes an option needs to read about
/// the mistyped one, not about the option that is missing because of it.
struct UnknownOption {
    /// The option as the user wrote it, without its value: `--nope`.
    let name: String
    let command: any ParsableCommand.Type
    /// The command below that has the option: `; name a command before it, such as `assay history list``; or the options
    /// of the command that are near: `; did you mean `--address`?`; empty without any.
    private let hint: String

    /// `Unknown option '--adress'; did you mean `--address`?`
    var complaint: String { "Unknown option '\(name)'\(hint)" }

    /// - Returns: `nil` if the command that the words name has every option.
    init?(in words: [String]) {
        var command: any ParsableCommand.Type = Assay.self
        var options: [Substring] = []
        var path = ["assay"]
        for word in words.prefix(while: { $0 != "--" }) {
            if Self.isOption(word) {
                options.append(word.prefix { $0 != "=" })
            } else if options.isEmpty,
                let next = command.configuration.subcommands.first(where: { $0.configuration.commandName == word })
            {
                command = next
                path.append(word)
            }
        }
        let known = Self.options(of: command)
        guard let unknown = options.first(where: { !known.contains(String($0)) }) else { return nil }
        name = String(unknown)
        self.command = command
        let owner = command.configuration.subcommands.first { Self.options(of: $0).contains(String(unknown)) }
        if let owner = owner?.configuration.commandName {
            hint = "; name a command before it, such as `\((path + [owner]).joined(separator: " "))`"
            return
        }
        let near = NearNames(known).near(name).map { "`\($0)`" }
        hint = NearNames.question(near).map { "; \($0)" } ?? ""
    }

    /// Whether the word is written as an option; a negative number is a value.
    private static func isOption(_ word: String) -> Bool {
        word.hasPrefix("-") && word.dropFirst().first.map { !$0.isNumber } == true
    }

    /// The options of a command in all their spellings, read from its help.
    private static func options(of command: any ParsableCommand.Type) -> Set<String> {
        let help = Assay.helpMessage(for: command, includeHidden: true, columns: 1000)
        let spellings = help.split(separator: "\n").filter { $0.hasPrefix("  -") }.flatMap { line in
            let entry = line.dropFirst(2)
            // Two blanks separate an option from its explanation; the explanation of a long option is on the next
            // line.
            return entry[..<(entry.firstRange(of: "  ")?.lowerBound ?? entry.endIndex)].split { " ,".contains($0) }
        }
        return Set(spellings.filter { $0.hasPrefix("-") }.map(String.init))
    }
}
