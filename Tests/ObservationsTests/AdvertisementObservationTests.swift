import DNSWire
import HAPModel
import SuiteLanguage
import Testing

@testable import HAPController
@testable import Observations

@Suite("Observations of advertisements")
struct AdvertisementObservationTests {
    private func element(_ strings: String..., payload: PrintedPayload? = nil) -> AdvertisementElement {
        let service = AdvertisedService(
            type: AdvertisedService.type,
            instance: Array("Lamp".utf8),
            target: DNSName("lamp.local"),
            port: 8080,
            addresses: [],
            text: ServiceText(strings: strings.map { Array($0.utf8) })
        )
        return AdvertisementElement(Advertisement(service, deviations: []), payload: payload)
    }

    @Test("An advertisement shows its strings and its numbers")
    func found() {
        let element = element("c#=2", "ff=0x1", "s#=+1", "sf=1", "ci=5", "id=AA:BB:CC:DD:EE:FF", "C#=9", "flag")
        let json = AdvertisementObservation(element, evidence: [3, 4], after: .milliseconds(120)).json
        #expect(
            json.only("config-number", "feature-flags", "state-number", "status-flags", "category", "paired") == [
                "config-number": 2, "feature-flags": 1, "status-flags": 1, "category": 5, "paired": false,
            ]
        )
        #expect(
            json["txt"] == [
                "c#": "2", "ff": "0x1", "s#": "+1", "sf": "1", "ci": "5", "id": "AA:BB:CC:DD:EE:FF", "flag": .null,
            ]
        )
        #expect(json["txt-deviations"]?.arrayValue?.count == 1)
        #expect(
            json.only("instance", "port", "answered", "evidence", "after-ms") == [
                "instance": "Lamp", "port": 8080, "answered": true, "evidence": [3, 4], "after-ms": 120,
            ]
        )
    }

    @Test("An absent sf counts as 0, a malformed one as unknown")
    func paired() {
        #expect(element("c#=1").isPaired == true)
        #expect(element("sf=1").isPaired == false)
        #expect(element("sf=one").isPaired == nil)
        #expect(element("sf=one").json["paired"] == nil)
        #expect(element("").json["summary"] == "TXT ")
        #expect(element().json["summary"] == "an empty TXT record")
    }

    @Test("The setup hash is compared with the label's payload, if that has its 20 characters")
    func setupHash() {
        let payload = PrintedPayload("X-HM://0081YCYEP3QYT")
        #expect(element("sh=AAAAAA==", "id=AA:BB:CC:DD:EE:FF", payload: payload).json["setup-hash"] == "wrong")
        #expect(element("sh=AAAAAA==", "id=AA:BB:CC:DD:EE:FF", payload: PrintedPayload("X")).json["setup-hash"] == nil)
        #expect(element("sh=AAAAAA==", payload: payload).json["setup-hash"] == nil)
    }

    @Test("A search without a result is not answered")
    func missing() {
        #expect(
            AdvertisementObservation(nil, evidence: [], after: nil).json == [
                "summary": "no mDNS response advertised this accessory", "answered": false, "evidence": [],
            ]
        )
    }

    @Test("The facts that decide what applies")
    func facts() {
        let facts = element("ci=x", "sh=").facts
        #expect(facts.featureFlags == 0 && facts.category == nil && facts.hasSetupHash)
        #expect(element("ff=x").facts.featureFlags == nil)
    }
}
