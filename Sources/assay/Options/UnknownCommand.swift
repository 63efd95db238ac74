import ArgumentParser
import MarkedYAML

/// A command that does not exist.
///
/// The parser calls its name an unexpected argument, and suggests nothing.
struct UnknownCommand {
    /// The name as the user wrote it.
    let name: String
    /// The command below which it was looked for.
    let parent: any ParsableCommand.Type

    /// - Returns: `nil` if the words name a command.
    init?(in words: [String]) {
        var parent: any ParsableCommand.Type = Assay.self
        for word in words {
            let commands = parent.configuration.subcommands
            guard !commands.isEmpty, !word.hasPrefix("-") else { return nil }
            guard let next = commands.first(where: { $0.configuration.commandName == word }) else {
                (name, self.parent) = (word, parent)
                return
            }
            parent = next
        }
        return nil
    }

    /// `unknown command `rum`; did you mean `run`?`
    var complaint: String {
        let names = parent.configuration.subcommands.compactMap { $0.configuration.commandName }
        return "unknown command `\(name)`\(NearNames(names).hint(for: name))"
    }
}
