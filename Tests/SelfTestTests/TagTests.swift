import Checkout
import SuiteLanguage
import Testing

@Suite("The tag slow")
struct TagTests {
    /// A pair-setup with a wrong code takes some accessories seconds.
    private static let manyTries = 50

    @Test("Exactly the cases that plan to wait for half a minute, or to try many setup codes, are slow")
    func planned() throws {
        for item in try Checkout.library.cases {
            let seconds = item.likelySeconds - item.sharedSilence
            let waits = Duration.seconds(seconds) >= Tier.longWait || item.state.tries >= Self.manyTries
            #expect(item.tags.contains("slow") == waits, "\(item.id) plans \(item.likelySeconds) s")
        }
    }
}
