package import HAPModel
import Measurement

/// The result of a search for the accessory's advertisement.
package struct AdvertisementObservation: Sendable {
    /// The advertisement; `nil` if none of this accessory was received.
    package let element: AdvertisementElement?
    /// The numbers of the wire events.
    package let evidence: [UInt64]
    /// The time from the start of the step until the advertisement was received.
    package let after: Duration?

    package init(_ element: AdvertisementElement?, evidence: [UInt64], after: Duration?) {
        self.element = element
        self.evidence = evidence
        self.after = after
    }

    /// The observation for the judge.
    package var json: JSON {
        var json = (element?.json ?? ["summary": "no mDNS response advertised this accessory"])
            .with("answered", .bool(element != nil))
            .with("evidence", .array(evidence.map { JSON($0) }))
        if let after { json = json.with("after-ms", JSON(after.wholeNanoseconds / 1_000_000)) }
        return json
    }
}
