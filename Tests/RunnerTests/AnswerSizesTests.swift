import HAPController
import HAPModel
import HAPSession
import Testing

@testable import Runner

@Suite("Characteristics whose answer has a given size")
struct AnswerSizesTests {
    /// An answer with so many entries, from `{"aid":1,"iid":10,"value":""}` on, each with one character more than the one before.
    private func answer(entries count: Int, separator: String = ",", head: Int = 83, chunkLines: Int = 0) -> Answer {
        let entries = (0..<count).map { index in
            #"{"aid":1,"iid":\#(10 + index),"value":"\#(String(repeating: "[", count: index))"}"#
        }
        let text = #"{"characteristics":["# + entries.joined(separator: separator) + "]}"
        let body = MessageBody(Array(text.utf8), isTLV8: false)
        return Answer(
            message: WireMessage(
                namespace: "http",
                fields: [:],
                start: "",
                brief: "",
                headLength: head,
                sentLength: text.utf8.count + chunkLines,
                body: body
            ),
            status: nil,
            isAccepted: true,
            isRefusal: false,
            entries: body.json?["characteristics"]?.arrayValue?.map(CharacteristicEntry.init) ?? []
        )
    }

    /// The size of the answer for these characteristics, as an accessory with such entries sends it.
    private func size(of ids: [CharacteristicID], separator: String = ",", head: Int?) -> Int {
        let entries = ids.map { #"{"aid":1,"iid":10,"value":""}"#.utf8.count + Int($0.iid) - 10 }
        let body = 22 + entries.reduce(0, +) + (ids.count - 1) * separator.utf8.count
        return body + (head.map { $0 - 3 + String(body).count } ?? 0)
    }

    @Test("A choice has the size that it says, within two bytes of what was asked for", arguments: [",", ",\r\n  "])
    func sizes(separator: String) throws {
        let answer = answer(entries: 30, separator: separator)
        let sizes = try #require(AnswerSizes(answer))
        #expect(String(answer.message.body.bytes.count).count == 4)
        for wanted in [200, 518, 1007, 1016, 1024] {
            for withHead in [false, true] {
                let choice = try #require(sizes.choice(for: wanted, withHead: withHead))
                #expect(Set(choice.ids).count == choice.ids.count)
                #expect(abs(choice.size - wanted) <= 2)
                let actual = size(of: choice.ids, separator: separator, head: withHead ? 82 : nil)
                #expect(abs(actual - choice.size) <= 1, "the digits of the length may differ by one")
            }
        }
    }

    @Test("The lines of chunks count")
    func chunked() throws {
        let sizes = try #require(AnswerSizes(answer(entries: 30, chunkLines: 12)))
        let choice = try #require(sizes.choice(for: 518, withHead: false))
        #expect(abs(size(of: choice.ids, head: nil) + 12 - choice.size) <= 1)
    }

    @Test("Sizes that the entries do not allow have no choice")
    func impossible() throws {
        let sizes = try #require(AnswerSizes(answer(entries: 5)))
        #expect(sizes.choice(for: 10, withHead: false) == nil)
        #expect(sizes.choice(for: 2000, withHead: true) == nil)
    }

    @Test("An answer without several entries has no sizes")
    func few() {
        #expect(AnswerSizes(answer(entries: 2)) == nil)
    }
}
