import Reporting
import Testing

@Suite("The tester's own share of a run on one line")
struct ComputingLineTests {
    @Test("It names both times and the share, and says whose they are")
    func share() {
        #expect(
            ComputingLine.text(computed: .milliseconds(2900), of: .seconds(131), isSimulated: false).string
                == "Assay computed for 2.9 s of 2 min 11 s (2 %); the rest was waiting"
        )
        #expect(
            ComputingLine.text(computed: .seconds(1), of: .seconds(2), isSimulated: true).string
                == "Assay and the simulated accessory computed for 1.0 s of 2.0 s (50 %); the rest was waiting"
        )
        #expect(
            ComputingLine.text(computed: .milliseconds(733), of: .milliseconds(728), isSimulated: false).string
                == "Assay computed for 728 ms of 728 ms (100 %)"
        )
        #expect(ComputingLine.text(computed: .zero, of: .zero, isSimulated: false).string.contains("(0 %)"))
    }
}
