import MarkedYAML
import Testing

@Suite("Near names")
struct NearNamesTests {
    private let types = NearNames(["on", "hue", "tunnel-connection-timeout", "outlet-in-use", "write.below-minimum"])

    @Test(
        "A mistyped letter is nearer than letters inside of a word, and a word that begins with the name is nearest",
        arguments: [
            ("onn", ["on", "tunnel-connection-timeout"]), ("in", ["outlet-in-use", "on", "write.below-minimum"]),
            ("below", ["write.below-minimum"]), ("ON", ["on"]), ("hze", ["hue"]), ("zzzz", []), ("Onnn", ["on"]),
        ]
    )
    func near(_ name: String, _ expected: [String]) {
        #expect(types.near(name) == expected)
    }
}
