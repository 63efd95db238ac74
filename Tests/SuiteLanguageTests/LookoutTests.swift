import SuiteLanguage
import Testing

@Suite("What a run looks for on the network")
struct LookoutTests {
    @Test(
        "A case looks for the advertisement if its verdict depends on it, so that it alone says what it says in a whole run",
        arguments: [
            ("record.device-id", true),
            // Some of their expectations hold in one release only.
            ("services.names", true), ("database.bridge-size", true),
            // It applies to one release only.
            ("database.protocol-information", true),
            ("read.one", false),
        ]
    )
    func advertisement(name: String, isNeeded: Bool) throws {
        let library = try RealSuites.library.get()
        try #require(library.case(name) != nil)
        #expect(library.lookout(Selection(patterns: [name])).advertisement == isNeeded)
    }
}
