import ArgumentParser
import AssayKit
import HAPModel
import Reporting
import Runner
import SuiteLanguage

/// `assay put`: writes characteristics.
struct PutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "put",
        abstract: "Writes characteristics of an accessory; the values stay.",
        discussion: """
            A value is JSON; a text needs no quotes. A characteristic that requires a timed write \
            gets one. The exit status is 5 if the accessory rejects one of the characteristics. The command asks for no confirmation: a \
            lock moves.

            Example: assay put --address 192.168.1.20:51826 lightbulb.on=true 1.52=40
            """
    )

    @OptionGroup var options: ManualOptions

    @ArgumentParser.Argument(
        help: ArgumentHelp("The characteristics with their values.", valueName: "characteristic=value")
    )
    var values: [String]

    func validate() throws {
        if let word = values.first(where: { !$0.contains("=") }) {
            throw ValidationError("`\(word)` has no value; write \(word)=VALUE")
        }
    }

    func run() async throws {
        let (values, output) = (values, options.output)
        let isDone = try await options.withSession { session, _ in
            try await ManualOptions.operation {
                var writes: [(FoundCharacteristic, JSON)] = []
                for word in values { writes += try Self.writes(word, in: session) }
                let results = try await session.write(writes)
                output.say(results)
                return results.allSatisfy(\.isDone)
            }
        }
        guard isDone else { throw ExitCode(.unjudged) }
    }

    /// What `lightbulb.on=true` writes.
    static func writes(_ word: String, in session: ManualSession) throws(ManualError) -> [(FoundCharacteristic, JSON)] {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let text = parts.count == 2 ? parts[1] : ""
        let value = (try? JSON.parse(Array(text.utf8))) ?? .string(text)
        return try session.named(parts[0]).map { ($0, value) }
    }
}
