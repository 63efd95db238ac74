import ArgumentParser
import AssayKit
import HAPAccessory
import Reporting
import SelfTest
import SuiteLanguage

/// `assay suites show`: prints a case, without an accessory.
struct SuitesShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Prints what a case proves, the defects that it finds, and its lines. It needs no accessory.",
        discussion: "Example: assay suites show write.below-minimum"
    )

    @ArgumentParser.Argument(help: "Names of cases; * stands for any text.", completion: .cases)
    var cases: [String]

    func run() async throws {
        let suites = try Suites.installed()
        let selected = try suites.cases(Selection(patterns: cases))
        let simulators = try suites.simulators()
        let texts = selected.map { item in
            let proven = Set(item.allProves + item.rowProves)
            let defects = simulators.defects.filter { !proven.isDisjoint(with: $0.breaks) }.map(\.name)
            return CaseText(item, suites.library, place: suites.place(item.mark), defects: defects)
                .text(columns: Terminal.width)
        }
        Terminal.say(texts.joined(separator: "\n\n"))
    }
}
