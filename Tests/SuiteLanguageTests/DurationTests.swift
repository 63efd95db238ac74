import SuiteLanguage
import Testing

@Suite("Times of suites and profiles")
struct DurationTests {
    @Test(
        "They have a unit, from microseconds to minutes",
        arguments: [
            ("200us", .microseconds(200)), ("1.5µs", .nanoseconds(1500)), ("500ms", .milliseconds(500)),
            ("0.25s", .milliseconds(250)), ("2min", .seconds(120)),
        ] as [(String, Duration)]
    )
    func units(_ text: String, _ duration: Duration) {
        #expect(Duration(suite: text) == duration)
    }

    @Test("Anything else is none", arguments: ["", "5", "ms", "-1s", "1h", "604801s", "1 s", "1e3s"])
    func others(_ text: String) {
        #expect(Duration(suite: text) == nil)
    }
}
