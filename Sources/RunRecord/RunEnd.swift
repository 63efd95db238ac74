package import HAPModel

/// Why a run ended: what no single verdict can say.
package struct RunEnd: Sendable, Hashable {
    /// The kinds of end.
    package enum Reason: String, Sendable, CaseIterable {
        /// Everything that was planned was run.
        case completed
        /// Everything was run, but something that the run changed could not be put back.
        case leftBehind = "left-behind"
        /// The user or a signal stopped it early.
        case interrupted
        /// The command or a suite was wrong.
        case usage
        /// Nothing fits the selection.
        case nothingSelected = "nothing-selected"
        /// The accessory could not be reached.
        case unreachable
        /// The accessory refused the setup code.
        case wrongSetupCode = "wrong-setup-code"
        /// The tester itself could not go on.
        case fault
    }

    package var reason: Reason
    /// What happened, in one sentence; `nil` if the reason says it all.
    package var message: String?

    package init(_ reason: Reason, _ message: String? = nil) {
        self.reason = reason
        self.message = message
    }

    /// The run came to its end.
    package static let completed = RunEnd(.completed)

    /// Cases fit the selection, but none of their instances on this accessory does.
    package static let nothingSelected = RunEnd(
        .nothingSelected,
        "nothing is selected: no instance of the cases that fit is wanted; `assay plan` prints all"
    )

    /// The end as it stands in the body of the journal's `close` event: `{"reason": …, "message": …}`.
    package var json: JSON {
        var object = JSONObject(["reason": .string(reason.rawValue)])
        if let message { object["message"] = .string(message) }
        return .object(object)
    }

    /// Reads the body of a `close` event; other keys may stand beside ours.
    ///
    /// - Parameter body: `nil` for a record without a last line, which is one that was cut off.
    package init(_ body: JSON?) {
        guard let body else {
            self.init(.interrupted, "the record has no end: the run was cut off")
            return
        }
        let reason = body["reason"]?.stringValue.flatMap(Reason.init(rawValue:)) ?? .completed
        self.init(reason, body["message"]?.stringValue)
    }
}
