import ArgumentParser
import AssayKit
import HAPAccessory
import HAPModel
import SelfTest
import SuiteLanguage

/// Words that a shell completes from the installed suites. Without suites, or if they have a problem, there are none.
extension CompletionKind {
    /// Ids of cases.
    static let cases = words { suites, _ in suites.cases }

    /// Tags, chapters and sections of cases.
    static let tags = words { suites, _ in suites.library.tags }

    /// Ids of requirements.
    static let requirements = words { suites, _ in suites.library.requirements.ids }

    /// Stable names of the characteristics that Apple's services have: `lightbulb.on`.
    static let characteristics = words { suites, _ in
        suites.catalogue.services.values.flatMap { service in
            (service.required + service.optional + service.optionalLater)
                .compactMap { suites.catalogue.characteristic($0) }
                .map { "\(Catalogue.word(service.name)).\(Catalogue.word($0.name))" }
        }
    }

    /// Names of transports.
    static let transports = words { suites, _ in suites.library.vocabulary.transportNames }

    /// Names of simulated accessories.
    static let simulated = words { suites, _ in try suites.simulatedAccessories }

    /// Names of defects and twins; those of one accessory, if the line names it.
    static let conduct = words { suites, line in
        let simulators = try suites.simulators()
        let all = simulators.defects.map { ($0.name, $0.accessory) } + simulators.twins.map { ($0.name, $0.accessory) }
        let named = all.filter { line.contains($0.1) }
        return (named.isEmpty ? all : named).map(\.0)
    }

    /// Names of defects.
    static let defects = words { suites, _ in try suites.simulators().defects.map(\.name) }

    /// Names of twins.
    static let twins = words { suites, _ in try suites.simulators().twins.map(\.name) }

    /// Files in YAML.
    static let yaml = file(extensions: ["yaml", "yml"])

    /// - Parameter names: makes the words of the suites and of the line that the user has typed.
    private static func words(
        _ names: @escaping @Sendable (_ suites: Suites, _ line: [String]) throws -> [String]
    ) -> CompletionKind {
        .custom { (line: [String], _: Int, _: String) in
            guard let suites = try? Suites.installed() else { return [] }
            return Set((try? names(suites, line)) ?? []).sorted()
        }
    }
}
