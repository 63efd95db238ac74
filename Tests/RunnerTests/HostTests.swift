import HAPModel
import Testing

@testable import Runner

@Suite("The machine in the journal's header")
struct HostTests {
    @Test(
        "Name and version of the system are those of its release file",
        arguments: [
            ("PRETTY_NAME=\"x\"\nNAME=\"Debian GNU/Linux\"\nVERSION_ID=\"13\"\n", "Debian GNU/Linux", "13"),
            ("NAME='Arch Linux'\nID=arch\n", "Arch Linux", nil), ("", "Linux", nil),
        ]
    )
    func release(_ text: String, _ system: String, _ version: String?) {
        let json = Host(release: text).json
        #expect(json["tool"] == .string(AssayVersion.text))
        #expect(json["os"] == .string(system))
        #expect(json["os-version"] == version.map { .string($0) })
        #expect(json["architecture"]?.stringValue?.isEmpty == false)
    }
}
