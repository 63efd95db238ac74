import ArgumentParser
import AssayKit
import HAPModel
import Reporting
import Runner
import SuiteLanguage

/// `assay get`: reads characteristics.
struct GetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Reads characteristics of an accessory.",
        discussion: """
            A characteristic is named by its id, such as 1.51, or by its stable name, such as lightbulb.on; `*` stands for \
            any text. The exit status is 5 if the accessory rejects one of the characteristics.

            Example: assay get --address 192.168.1.20:51826 'lightbulb.*'
            """
    )

    @OptionGroup var options: ManualOptions

    @ArgumentParser.Argument(help: "The characteristics; without any, all that can be read.")
    var characteristics: [String] = []

    func run() async throws {
        let (names, output) = (characteristics, options.output)
        let isDone = try await options.withSession { session, _ in
            try await ManualOptions.operation {
                let results = try await session.read(Self.chosen(names, in: session))
                output.say(results)
                return results.allSatisfy(\.isDone)
            }
        }
        guard isDone else { throw ExitCode(.unjudged) }
    }

    /// The named characteristics, or all that can be read.
    static func chosen(_ names: [String], in session: ManualSession) throws(ManualError) -> [FoundCharacteristic] {
        guard !names.isEmpty else { return session.characteristics.filter { $0.characteristic.has(.pairedRead) } }
        var chosen: [FoundCharacteristic] = []
        for name in names {
            chosen += try session.named(name).filter { one in !chosen.contains { $0.id == one.id } }
        }
        return chosen
    }
}
