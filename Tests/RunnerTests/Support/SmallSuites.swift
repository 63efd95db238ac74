import Checkout
import HAPAccessory
import HAPModel
import SelfTest
import SuiteLanguage
import Testing

/// The vocabulary, the requirements, the catalogue and the simulated accessories, without the cases.
enum SmallSuites {
    private static let files: Result<[SuiteFile], any Error> = Result {
        let chapters = ["catalogue/", "requirements/", "vocabulary/", "accessories/"]
        return try Checkout.files.filter { file in
            chapters.contains { file.path.hasPrefix($0) }
        }
    }

    private static let plain: Result<(SuiteLibrary, SimulatorLibrary), any Error> = Result {
        let library = try Self.library(
            with: """
                  own.pairs:
                    title: "A pairing"
                    proves: HAP-PAIR-SETUP-001
                    needs: unpaired
                    spends: {pairings: 1}
                    steps:
                    - {pair-setup: {}, on: a, expect: {ends-at: M6}}

                """
        )
        return (library, try SimulatorLibrary(library.files, requirements: library.requirements))
    }

    /// - Parameter section: the cases of a section of the test's own.
    static func library(with section: String? = nil) throws -> SuiteLibrary {
        guard let section else { return try plain.get().0 }
        let head = "chapter: pairing\nsection: own\ntitle: \"Cases of a test\"\ncases:\n"
        return try SuiteLibrary(try files.get() + [SuiteFile(path: "pairing/own.yaml", text: head + section)])
    }

    /// A case for instances whose steps a test carries out itself.
    static var someCase: Case {
        get throws { try #require(try plain.get().0.case("own.pairs")) }
    }

    static var catalogue: Catalogue {
        get throws { try plain.get().1.catalogue }
    }

    static func accessory(_ name: String) throws -> AccessoryDefinition {
        try #require(try plain.get().1.accessory(name))
    }
}
