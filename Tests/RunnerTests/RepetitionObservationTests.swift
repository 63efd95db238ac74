import HAPModel
import Testing

@testable import Runner

struct RepetitionObservationTests {
    @Test(
        "A round ends as it was seen to end",
        arguments: [
            (["http": ["status": 200]], "success"),
            (["http": ["status": 400]], "http-400"),
            (["http": ["status": 200], "error": "authentication"], "authentication"),
            (["failure": "closed"], "closed"),
            (["not-done": "there is no session"], "not-done"),
        ] as [(JSON, String)]
    )
    func namesEndings(seen: JSON, ending: String) {
        var repetition = RepetitionObservation(until: nil)
        repetition.add(seen, isEnd: false)
        #expect(repetition.json["before"] == [.string(ending)])
    }

    @Test("The round that ends the loop is none of those before it")
    func leavesTheLastRoundOut() {
        var repetition = RepetitionObservation(until: "max-tries")
        repetition.add(["http": ["status": 200], "error": "authentication"], isEnd: false)
        repetition.add(["http": ["status": 200], "error": "max-tries"], isEnd: true)
        #expect(repetition.json["before"] == ["authentication"])
        #expect(repetition.json["stopped-at"] == 2)
    }
}
