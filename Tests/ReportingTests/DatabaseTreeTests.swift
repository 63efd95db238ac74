import Checkout
import HAPModel
import SelfTest
import Testing

@testable import Reporting

@Suite("The attribute database as a tree")
struct DatabaseTreeTests {
    private func text(name: String) throws -> String {
        let characteristic: JSON = [
            "type": "23", "iid": 2, "perms": ["pr"], "format": "string", "value": .string(name),
        ]
        let service: JSON = ["type": "3E", "iid": 1, "characteristics": [characteristic]]
        let database: JSON = ["accessories": [["aid": 1, "services": [service]]]]
        return DatabaseTree(AttributeDatabase(database), catalogue: try Checkout.simulators.catalogue).text.string
    }

    @Test("services and characteristics have names, the words and codes of their types, values and permissions")
    func tree() throws {
        let wanted = """
            accessory 1
            └─ Accessory Information (accessory-information 3E, iid 1)
               └─ Name (name 23, iid 2) = "Lamp" [pr] string
            """
        #expect(try text(name: "Lamp").hasPrefix(wanted))
    }

    @Test("a name cannot control the terminal")
    func hostile() throws {
        let text = try text(name: "Lamp\u{9b}31m\u{202e}\u{200b}\u{1b}[2J")
        #expect(text.contains("= \"Lamp\\u{202e}\\u{200b}"), "\(text)")
        #expect(!text.unicodeScalars.contains { ["\u{9b}", "\u{202e}", "\u{200b}", "\u{1b}"].contains($0) })
    }
}
