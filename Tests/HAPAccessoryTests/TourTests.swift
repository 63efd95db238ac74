import Foundation
import HAPAccessory
import MarkedYAML
import Testing

@Suite struct TourTests {
    /// Defects that show only with numbers that the tour does not use (a leading zero, a scalar beyond the order), on
    /// connections or changes that it does not make, in timed writes with several entries, or in answers to questions over multicast
    /// DNS; `assay selftest` kills each of them.
    private static let rare: Set = [
        "srp-a-zero-accepted-as-sent", "srp-u-unpadded", "srp-u-b-unpadded", "srp-k-stripped",
        "srp-leading-zero-failure", "srp-b-padded",
        "srp-s-padded", "srp-m2-unpadded", "ed25519-malleable-signature", "last-action-of-locking-not-updated",
        "chunked-request-desync",
        "request-smuggling-te-and-cl", "accepts-conflicting-content-length", "escaped-key-crash",
        "announced-body-crash",
        "endless-line-crash", "accepts-reflected-frame", "accepts-frame-from-other-session", "zero-length-frame-stalls",
        "port-scan-crash", "add-identifier-cut-short", "legacy-answer-without-id", "pair-setup-ended-from-elsewhere",
        "timed-write-first-entry-only", "srv-target-unresolvable", "ignores-instance-name-conflict",
        "ignores-host-name-conflict", "status-flag-update-not-announced", "wrong-service-type", "srv-port-wrong",
        "bridged-accessory-advertised-separately", "missing-service-enumeration", "verify-failures-lock-out",
        "write-response-of-value-missing-among-others", "mdns-ttl-out-of-range", "verify-signature-of-user-not-checked",
        "mdns-names-case-sensitive", "mdns-first-question-only", "mdns-unicast-question-unanswered",
        "mdns-long-question-unanswered", "unicast-query-unanswered", "event-like-the-last-one-not-sent",
        "fifth-change-not-notified", "ninth-change-not-notified", "pid-in-63-bits", "silent-session-not-notified",
        "three-sessions-notified", "fourth-parallel-verify-refused",
        // The tour does not turn the accessory off and on; RestartTests does.
        "pairing-lost-on-power-cut", "added-pairing-lost-on-reboot", "device-id-changes-on-reboot",
        "subscription-survives-reboot", "iids-change-on-reboot", "serial-number-changes-on-reboot",
        "category-changes-on-reboot", "config-number-reset-on-reboot", "level-changes-silently",
    ]

    @Test("the tour is the same each time")
    func repeatable() throws {
        #expect(try Tour.walk("lightbulb") == Tour.walk("lightbulb"))
    }

    /// The tour takes seconds for each defect: it runs for every 128th, for all if ASSAY_ALL_DEFECTS is 1, or for those
    /// whose names it lists.
    @Test("every defect changes the tour's responses")
    func defectsShow() throws {
        let all = ProcessInfo.processInfo.environment["ASSAY_ALL_DEFECTS"]
        var clean: [String: [String]] = [:]
        var hidden: [String] = []
        var shown: Set<String> = []
        for (index, defect) in DefectTests.defects.enumerated() where all != nil || index.isMultiple(of: 128) {
            if let all, all != "1", !all.split(separator: ",").contains(defect.name[...]) { continue }
            if Self.rare.contains(defect.name) || defect.mark.file == "defects/thread.yaml" { continue }
            if defect.condition.occasions.contains(.over("thread")) { continue }
            // Two names for one fault have the same effect.
            let fault = "\(defect.accessory) \(defect.changes) \(defect.condition)"
            guard shown.insert(fault).inserted else { continue }
            let expected = try clean[defect.accessory] ?? Tour.walk(defect.accessory)
            clean[defect.accessory] = expected
            let log = (try? Tour.walk(defect.accessory, defects: [defect])) ?? []
            if log == expected { hidden.append("\(defect.mark.file):\(defect.mark.line) \(defect.name)") }
        }
        #expect(hidden.isEmpty, "\(hidden.joined(separator: "\n"))")
    }
}
