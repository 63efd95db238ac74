import Foundation
import HAPAccessory
package import HAPModel
import MarkedYAML
package import SelfTest
package import SuiteLanguage

/// The suites: requirements, cases and simulated accessories, loaded and checked.
public struct Suites: Sendable {
    package let library: SuiteLibrary
    package let catalogue: Catalogue
    /// The path of the folder from which they were loaded.
    package let folder: String

    /// Loads the suites in a folder.
    ///
    /// - Throws: ``SetupError``, which names every problem with file, line and column.
    public init(folder: String) throws(SetupError) {
        try self.init(SuitesFolder(path: folder))
    }

    /// Loads the suites of this checkout or installation.
    ///
    /// That is the folder that the environment variable `ASSAY_SUITES` names. Without it, it is `../share/assay/Suites`
    /// beside the program, then `Suites` in each folder above the program, then `Suites` in the current folder.
    ///
    /// - Throws: ``SetupError`` if there are none, or with every problem in them.
    public static func installed() throws(SetupError) -> Suites {
        let folder = try SetupError.with(.unusable) {
            try SuitesFolder.find(
                program: Bundle.main.executablePath ?? CommandLine.arguments.first ?? "assay",
                environment: ProcessInfo.processInfo.environment,
                current: FileManager.default.currentDirectoryPath
            )
        }
        return try Suites(folder)
    }

    private init(_ folder: SuitesFolder) throws(SetupError) {
        self.folder = folder.path
        (library, catalogue) = try Self.naming(folder.path) {
            let library = try SuiteLibrary(try folder.read())
            return (library, try library.catalogue ?? Catalogue(library.files))
        }
    }

    /// Runs `body`, which reads the suites; each problem in them is named by its path from the current folder.
    private static func naming<Value>(_ folder: String, _ body: () throws -> Value) throws(SetupError) -> Value {
        try SetupError.with(.unusable) {
            do { return try body() } catch let problems as SuiteProblems {
                throw SetupError(.unusable, text(problems, in: folder))
            } catch let problem as YAMLProblem {
                throw SetupError(.unusable, text(SuiteProblems([problem]), in: folder))
            }
        }
    }

    /// The path of a JSON Schema, `suite` or `accessory`, for a file that names it: relative if the suites lie below the file's
    /// folder, so that others can use the file where they have it.
    func schema(_ name: String, for file: String) -> String {
        let schema = URL(fileURLWithPath: "\(folder)/schemas/\(name).schema.json").standardizedFileURL.path
        let place = URL(fileURLWithPath: file).standardizedFileURL.deletingLastPathComponent().path
        return schema.hasPrefix("\(place)/") ? String(schema.dropFirst(place.count + 1)) : schema
    }

    /// The ids of all cases, in the order of the suites.
    public var cases: [String] { library.cases.map(\.id) }

    /// The names of the simulated accessories.
    ///
    /// - Throws: ``SetupError`` with every problem in their definitions.
    public var simulatedAccessories: [String] {
        get throws(SetupError) { try simulators().accessories.map(\.name) }
    }

    /// The simulated accessories and their defects.
    package func simulators() throws(SetupError) -> SimulatorLibrary {
        try Self.naming(folder) { try SimulatorLibrary(library.files, requirements: library.requirements) }
    }

    /// The selected cases.
    ///
    /// - Throws: ``SetupError`` if no case is selected, or if a criterion matches none.
    package func cases(_ selection: Selection) throws(SetupError) -> [Case] {
        let fruitless = selection.fruitless(in: library)
        guard fruitless.isEmpty else {
            let hint = NearNames.question(fruitless.flatMap(\.near)).map { "\($0) " } ?? ""
            let words = fruitless.map(\.words).joined(separator: ", ")
            let lists = Set(fruitless.map(\.list)).sorted().joined(separator: "; ")
            throw SetupError(.unusable, "no case matches \(words); \(hint)\(lists)")
        }
        let cases = library.cases(selection)
        guard cases.isEmpty else { return cases }
        if let excluded = excluded(selection) { throw SetupError(.unusable, "nothing is selected: \(excluded)") }
        let words =
            selection.patterns + selection.tags.map { "--tag \($0)" }
            + selection.withoutTags.map { "--without \($0)" } + selection.requirements.map { "--requirement \($0)" }
            + selection.excluded.map { "--exclude \($0)" }
            + (selection.tier == .full ? [] : ["--tier \(selection.tier.rawValue)"])
        throw SetupError(
            .unusable,
            "nothing is selected: no case matches \(words.joined(separator: " ")); \(leftOut(selection) ?? Selection.allCases)"
        )
    }

    /// That `--exclude` leaves out all cases that the rest of a selection selects; `nil` if it is not the reason.
    private func excluded(_ selection: Selection) -> String? {
        var whole = selection
        whole.excluded = []
        let count = library.cases(whole).count
        guard count > 0 else { return nil }
        let options = selection.excluded.map { "`--exclude \($0)`" }.joined(separator: " and ")
        let verb = selection.excluded.count == 1 ? "leaves" : "leave"
        return "\(options) \(verb) out all that the rest selects (\(Spoken.count(count, "case")))"
    }

    /// What the tier leaves out of a selection that selects nothing else, and how to include it; `nil` if it is not the reason.
    private func leftOut(_ selection: Selection) -> String? {
        for tier in [Tier.normal, .full] {
            var wider = selection
            wider.tier = tier
            let count = library.cases(wider).count
            guard count > 0 else { continue }
            let (cases, them) = count == 1 ? ("case that matches is", "it") : ("cases that match are", "them")
            return
                "\(count) \(cases) not in the tier \(selection.tier.rawValue); `--tier \(tier.rawValue)` includes \(them)"
        }
        return nil
    }
}
