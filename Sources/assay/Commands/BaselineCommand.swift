import ArgumentParser
import AssayKit
import Gate

/// `assay baseline`: the file of known failures.
struct BaselineCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "baseline",
        abstract: "Writes the file of known failures, with which `assay run --baseline` compares a run.",
        discussion: "Example: assay baseline update Reports/latest --baseline known-failures.yaml",
        subcommands: [Update.self]
    )

    /// `assay baseline update`
    struct Update: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "update",
            abstract: "Writes or updates the file of known failures from the record of a run.",
            discussion: """
                Each failure of the run becomes an entry with its case, its fingerprint, an owner and a reason; so does \
                each warning of a run with --fail-on warning. Entries that \
                stay keep their owner, reason and expiry; with --renew, those that still fail get the day of --expires. Entries whose cases the run did not select stay as they are; \
                entries that no longer fail are removed. The file also lists what the run skipped, and the maker and model \
                of the accessory: a record of another product is rejected.

                Example: assay baseline update Reports/latest --baseline known-failures.yaml --owner firmware --expires 2026-12-31
                """
        )

        @ArgumentParser.Argument(help: RecordPlace.help, completion: .file())
        var record: String

        @OptionGroup var place: RecordPlace

        @Option(name: .long, help: ArgumentHelp("The file to write or update.", valueName: "file"), completion: .yaml)
        var baseline: String

        @Option(name: .long, help: "The owner of new entries.")
        var owner = Baseline.noOwner

        @Option(name: .long, help: "The reason of new entries. Default: what the run found.")
        var reason: String?

        @Option(name: .long, help: ArgumentHelp("The last day of new entries, such as 2026-12-31.", valueName: "day"))
        var expires: String?

        @Flag(name: .long, help: "Also give the day of --expires to entries that stay and still fail.")
        var renew = false

        func validate() throws {
            if let expires {
                guard let day = Day(expires) else {
                    throw ValidationError("--expires needs a day such as 2026-12-31, not `\(expires)`")
                }
                if day < .today { throw ValidationError("--expires: \(expires) is over; today is \(Day.today)") }
            }
            if renew, expires == nil { throw ValidationError("--renew needs --expires, the new last day") }
            if [owner, reason ?? owner].contains(where: { $0.allSatisfy(\.isWhitespace) }) {
                throw ValidationError("--owner and --reason need a text")
            }
        }

        func run() async throws {
            try NamedFolder.checkFile(baseline, option: "--baseline")
            let update = try BaselineUpdate(
                from: place.path(of: record),
                into: baseline,
                owner: owner,
                reason: reason,
                expires: expires.flatMap { Day($0) },
                renews: renew
            )
            Terminal.say(update.text)
        }
    }
}
