import HAPModel
import RunRecord

/// What an exchange looked like: the type of the request, and the response without its content but for its statuses. Of events
/// that did not come, only that none came is known.
///
/// `POST /pair-setup`, State 3, and `M4: HTTP 200, State 4, Error 2 (authentication)`; `no event was received`.
struct Symptom: Hashable {
    private let request: String
    private let response: Substring
    /// The HAP statuses in the content: one accessory answers HTTP 207 to everything.
    private let statuses: Set<Substring>

    /// Whether the request is a message of pair-setup.
    var isOfPairSetup: Bool { request.hasPrefix("POST /pair-setup") }

    /// Whether the request prepares a timed write.
    var isOfPreparation: Bool { request.hasPrefix("PUT /prepare") }

    /// Whether the request writes or prepares a write.
    var isOfWrite: Bool { request.hasPrefix("PUT ") }

    /// Whether the exchange succeeded: a successful response looks the same for every fault.
    let isOfSuccess: Bool

    /// - Returns: `nil` if the finding rests on no request, unless it is about messages that did not come.
    init?(_ finding: Finding, requests: Requests) {
        let request = finding.evidence.lazy.reversed().compactMap { requests[$0] }.first
        guard request != nil || finding.evidence.isEmpty && finding.bearing == .answer else { return nil }
        self.request = request ?? ""
        // What the exchange came to is last, after the fields that the expectation names.
        let start = finding.got.ranges(of: "; ").last?.upperBound ?? finding.got.startIndex
        response = finding.got[start...].prefix { $0 != "{" }
        statuses = Set(finding.got[start...].matches(of: /"status":(-?[0-9]+)/).map(\.output.1))
        isOfSuccess = statuses.isSubset(of: ["0"]) && response.wholeMatch(of: /HTTP 20[04] ?/) != nil
    }
}
