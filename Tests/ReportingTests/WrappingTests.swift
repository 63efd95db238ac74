import Testing

@testable import Reporting

@Suite("Lines of a terminal's width")
struct WrappingTests {
    private static let command = "`assay run --address 192.168.1.20:51826 write.below-minimum`"

    @Test("Lines break between words, and what is quoted stays whole")
    func words() {
        let text: CleanText = "the accessory is paired already; run \(Self.command), or reset it and try once more"
        let lines = text.wrapped(after: 0, hanging: 2).map(\.string)
        #expect(lines.allSatisfy { $0.count <= 80 } && lines.count == 3, "\(lines)")
        #expect(lines[0] == "the accessory is paired already; run" && lines[1].contains(Self.command), "\(lines)")
        let apart: CleanText = "a single ` quotes nothing, so the line breaks between its words like every other line"
        #expect(apart.wrapped(after: 0, hanging: 0).allSatisfy { $0.count <= 80 })
    }

    @Test("A word that is too long is broken after commas; other words, and quotes, stay whole")
    func long() {
        let json = "{\"characteristics\":[{\"aid\":1,\"iid\":51,\"value\":true},{\"aid\":1,\"iid\":52,\"value\":100}]}"
        let lines = CleanText("json  \(json)").wrapped(after: 14, hanging: 20)
        #expect(lines.count == 2 && lines[0].string.hasSuffix(",") && lines.allSatisfy { $0.count <= 80 }, "\(lines)")
        let path = String(repeating: "folder/", count: 20)
        #expect(CleanText("in \(path)").wrapped(after: 0, hanging: 2).map(\.string) == ["in", "  \(path)"])
        let quote = "`\(String(repeating: "a,b ", count: 30))`"
        #expect(CleanText("run \(quote)").wrapped(after: 0, hanging: 2).map(\.string) == ["run", "  \(quote)"])
    }

    @Test("Colours take no room, and stay where they are")
    func colours() {
        let name: CleanText = "write.below-minimum[lightbulb.brightness; row=below-minimum; over=ip]"
        let plain: CleanText = "FAILED \(name)"
        let painted: CleanText = "\(Style.ansi.paint("FAILED", .red)) \(Style.ansi.paint(name, .bold))"
        #expect(plain.count <= 80 && painted.wrapped(after: 0, hanging: 4) == [painted])
        let twice = painted + " " + painted
        let lines = twice.wrapped(after: 0, hanging: 4).map {
            $0.string.replacing(#/\u{1b}\[[0-9;]*m/#, with: "")
        }
        #expect(lines == (plain + " " + plain).wrapped(after: 0, hanging: 4).map(\.string))
    }

    @Test("Blanks at the start stay, also within a colour, and those at a break do not")
    func blanks() {
        let time: CleanText = "\(Style.ansi.paint("      98.297", .dim))"
        let line = "\(time)  \(CleanText(String(repeating: "word ", count: 14)))    end" as CleanText
        let lines = line.wrapped(after: 0, hanging: 18)
        #expect(lines[0].string.hasPrefix("\u{1b}[2m      98.297\u{1b}[0m  word word"), "\(lines)")
        #expect(lines[1].string.drop { $0 == " " }.count + 18 == lines[1].count && lines.count == 2, "\(lines)")
        #expect(
            CleanText("    \(String(repeating: "word ", count: 20))").wrapped(after: 0, hanging: 2)[0].string.hasPrefix(
                "    w"
            )
        )
    }

    @Test("A folded text keeps its lines and their indents; short lines do not change", arguments: [20, 40, 80])
    func folded(columns: Int) {
        let text = CleanText(lines: "short\n  \(String(repeating: "word ", count: 30))end\n")
        let lines = text.folded(columns: columns).string.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.first == "short" && lines.last == "")
        #expect(lines[1].hasPrefix("  word") && lines.dropFirst(2).dropLast().allSatisfy { $0.hasPrefix("    ") })
        #expect(lines.allSatisfy { $0.count <= columns })
        #expect(lines.joined(separator: " ").split(separator: " ").count == 32)
    }

    @Test("A table has a line for each row, or in a narrow terminal what follows the first cell below it")
    func table() {
        let table = TextTable([["one", "lightbulb", "exit 0"], ["three", "lock", "in progress"]])
        #expect(table.text(columns: nil) == "one    lightbulb  exit 0\nthree  lock       in progress")
        #expect(table.text(columns: 80) == table.text(columns: nil))
        #expect(table.text(columns: 20) == "one\n  lightbulb, exit 0\nthree\n  lock, in progress")
    }
}
