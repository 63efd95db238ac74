import HAPModel
import RunRecord
import Testing

@testable import Reporting

@Suite struct SeenFormsTests {
    private func forms(_ facts: JSON...) -> SeenForms {
        var run = EditedRun()
        for facts in facts { run.add(.observation, ["facts": facts]) }
        return SeenForms(run.events)
    }

    @Test("numbers that never started with a zero byte are not mentioned")
    func nothing() {
        #expect(forms().isEmpty)
        #expect(forms(["srp.form.A": "either", "srp.form.u.A": "either", "proof-right": true]).isEmpty)
    }

    @Test("each number is named with its form at each place")
    func each() {
        let seen = forms(
            ["srp.form.A": "stripped", "srp.form.u.A": "padded", "srp.form.M2": "padded", "srp.form.S": "either"],
            ["srp.form.S": "padded", "srp.form.A": "either"],
            ["srp.form.B": "stripped", "srp.form.u.B": "padded"],
            ["srp.form.K": "padded"]
        )
        let text =
            "A stripped in M1, padded in u, padded in M2; B stripped in M1, padded in u; S padded in K; K padded"
        #expect(seen.text == text)
        #expect(seen.json["A"]?["M2"] == ["padded"])
        #expect(seen.json["S"]?["K"] == ["padded"])
    }

    @Test("an accessory that accepts both forms shows both")
    func both() {
        let seen = forms(["srp.form.A": "stripped"], ["srp.form.A": "padded"], ["srp.form.A": "stripped"])
        #expect(seen.text == "A padded and stripped in M1; B not seen; S not seen; K not seen")
        #expect(seen.json["B"]?["M1"] == [])
    }
}
