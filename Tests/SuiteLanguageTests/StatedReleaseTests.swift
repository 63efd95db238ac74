import HAPModel
import SuiteLanguage
import Testing

@Suite("The release that an accessory states")
struct StatedReleaseTests {
    @Test(
        "Version decides, else pv; signs that disagree or are missing leave it open",
        arguments: [
            ("1.1.0", nil, false, "later"), ("01.01.00", "1.0", false, "later"),
            (nil, "1.1", false, "later"), (nil, "1.2", true, "later"),
            (nil, "1.0", false, "R1"), (nil, nil, false, "R1"), ("1.0", "1.0", false, "unknown"),
            ("x", nil, false, "unknown"),
            (nil, "1.0", true, "unknown"), (nil, nil, true, "unknown"), (nil, "x", false, "unknown"),
            (nil, "2.0", false, "unknown"),
        ] as [(String?, String?, Bool, String)]
    )
    func signs(version: String?, pv: String?, hasSetupHash: Bool, release: String) {
        let advertised = AdvertisedFacts(
            featureFlags: 0,
            category: 5,
            hasSetupHash: hasSetupHash,
            protocolVersion: pv
        )
        #expect(StatedRelease(database(version), advertised: advertised).name == release)
    }

    @Test("Without its TXT record only the Version shows it")
    func noRecord() {
        #expect(StatedRelease(database("1.1.0"), advertised: nil).name == "later")
        #expect(StatedRelease(database(nil), advertised: nil).name == "unknown")
    }

    private func database(_ version: String?) -> AttributeDatabase {
        guard let version else { return AttributeDatabase(["accessories": [["aid": 1, "services": []]]]) }
        let characteristic: JSON = [
            "iid": 91, "type": "37", "format": "string", "perms": ["pr"], "value": .string(version),
        ]
        return AttributeDatabase([
            "accessories": [["aid": 1, "services": [["iid": 90, "type": "A2", "characteristics": [characteristic]]]]]
        ])
    }
}
