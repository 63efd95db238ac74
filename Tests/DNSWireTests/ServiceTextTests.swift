import DNSWire
import Testing

@Suite("TXT records of services")
struct ServiceTextTests {
    private func text(_ strings: String...) -> ServiceText { ServiceText(strings: strings.map { Array($0.utf8) }) }

    @Test("A key is found in either case, its value is everything after the first =")
    func values() {
        let text = text("c#=12", "MD=A=B", "flag", "id=")
        #expect(text["C#"] == Array("12".utf8))
        #expect(text["md"] == Array("A=B".utf8))
        #expect(text["id"] == [])
        #expect(text["flag"] == nil)
        #expect(text["sf"] == nil)
        #expect(text.entries.map(\.key) == ["c#", "MD", "flag", "id"])
        #expect(text.deviations == [])
    }

    @Test("Only the first of duplicate keys counts; duplicates and strings without a key are reported")
    func deviations() {
        let twice = text("sf=1", "SF=0")
        #expect(twice["sf"] == Array("1".utf8))
        #expect(twice.deviations == ["the key `SF` is duplicated"])
        #expect(text("=1", "").deviations == ["string 1 has no key", "string 2 has no key"])
        #expect(ServiceText(strings: [[0x07, 0x3d]]).deviations == ["the key of string 1 is not printable ASCII"])
        #expect(ServiceText(strings: [[]]).deviations == [])
    }
}
