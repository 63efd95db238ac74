import HAPModel
import Testing

@testable import Runner

@Suite("Values that were not taken back")
struct UnrestoredValueTests {
    private static func value(_ iid: UInt64, _ old: JSON, after instance: String?, at sequence: UInt64)
        -> UnrestoredValue
    {
        UnrestoredValue(
            id: CharacteristicID(aid: 1, iid: iid),
            old: old,
            instance: instance,
            answer: "HTTP 204",
            sequence: sequence
        )
    }

    @Test("Each characteristic has one note, about the first instance that changed it")
    func notes() {
        let notes = UnrestoredValue.notes(of: [
            Self.value(11, 49, after: "write.several", at: 30), Self.value(9, true, after: nil, at: 40),
            Self.value(11, 50, after: "events.each", at: 20), Self.value(11, 48, after: "write.many", at: 50),
        ])
        #expect(
            notes == [
                "1.9 could not be put back to true after the measurement: HTTP 204",
                "1.11 could not be put back to 50 after events.each: HTTP 204; nor after 2 more instances",
            ]
        )
    }
}
