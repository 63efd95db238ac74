import ArgumentParser
import Foundation
import HAPModel
import Reporting
import SelfTest
import SuiteLanguage

/// The suites of this checkout or installation.
struct LoadedSuites: Sendable {
    let library: SuiteLibrary
    let catalogue: Catalogue

    /// Loads them.
    ///
    /// - Throws: an exit with status 2 after every problem was printed with file, line and column.
    static func load() throws -> LoadedSuites {
        do {
            let folder = try SuitesFolder.find(
                program: Bundle.main.executablePath ?? CommandLine.arguments.first ?? "assay",
                environment: ProcessInfo.processInfo.environment,
                current: FileManager.default.currentDirectoryPath
            )
            let library = try SuiteLibrary(try folder.read())
            return LoadedSuites(library: library, catalogue: try Catalogue(library.files))
        } catch {
            Terminal.complain("\(error)")
            throw ExitCode(.usage)
        }
    }

    /// The simulated accessories and their defects.
    func simulators() throws -> SimulatorLibrary {
        do {
            return try SimulatorLibrary(library.files, requirements: library.requirements)
        } catch {
            Terminal.complain("\(error)")
            throw ExitCode(.usage)
        }
    }
}
