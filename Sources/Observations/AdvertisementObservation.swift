package import HAPModel
import Measurement

/// What a search for the accessory's advertisement showed.
package struct AdvertisementObservation: Sendable {
    /// The advertisement; `nil` if no advertisement of this accessory arrived.
    package let element: AdvertisementElement?
    /// The numbers of the wire events.
    package let evidence: [UInt64]
    /// From the beginning of the step until the advertisement was there.
    package let after: Duration?

    package init(_ element: AdvertisementElement?, evidence: [UInt64], after: Duration?) {
        self.element = element
        self.evidence = evidence
        self.after = after
    }

    /// The observation as the judge looks at it.
    package var json: JSON {
        var json = (element?.json ?? ["summary": "no advertisement of this accessory arrived"])
            .with("answered", .bool(element != nil))
            .with("evidence", .array(evidence.map { JSON($0) }))
        if let after { json = json.with("after-ms", JSON(after.wholeNanoseconds / 1_000_000)) }
        return json
    }
}
