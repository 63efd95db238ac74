package import HAPModel
import MarkedYAML

/// Why a run ended.
package struct RunEnd: Sendable, Hashable {
    /// The kinds of end.
    package enum Reason: String, Sendable, CaseIterable {
        /// All planned instances ran.
        case completed
        /// All planned instances ran, but some changes could not be undone.
        case leftBehind = "left-behind"
        /// The user or a signal stopped it early.
        case interrupted
        /// The command or a suite is wrong.
        case usage
        /// Nothing matches the selection.
        case nothingSelected = "nothing-selected"
        /// The accessory could not be reached.
        case unreachable
        /// The accessory rejected the setup code.
        case wrongSetupCode = "wrong-setup-code"
        /// The tester itself failed.
        case fault
    }

    package var reason: Reason
    /// What happened, in one sentence; `nil` if the reason is enough.
    package var message: String?

    package init(_ reason: Reason, _ message: String? = nil) {
        self.reason = reason
        self.message = message
    }

    /// Whether every planned instance was carried out, so that the record shows what fails.
    package var isWhole: Bool { reason == .completed || reason == .leftBehind }

    /// The run was completed.
    package static let completed = RunEnd(.completed)

    /// Cases match the selection, but none of their instances on this accessory does.
    ///
    /// - Parameter near: names that the user may have meant.
    package static func nothingSelected(near: [String] = []) -> RunEnd {
        let hint = NearNames.question(near).map { "\($0) " } ?? ""
        return RunEnd(
            .nothingSelected,
            "nothing is selected: the selected cases have no matching instance; \(hint)`assay plan` lists all instances"
        )
    }

    /// The end in the body of the journal's `close` event: `{"reason": …, "message": …}`.
    package var json: JSON {
        var object = JSONObject(["reason": .string(reason.rawValue)])
        if let message { object["message"] = .string(message) }
        return .object(object)
    }

    /// Reads the body of a `close` event, which may have other keys.
    ///
    /// - Parameter body: `nil` for a journal without a last line, whose run was killed.
    package init(_ body: JSON?) {
        guard let body else {
            self.init(.interrupted, "the record has no end: the run was cut off")
            return
        }
        let reason = body["reason"]?.stringValue.flatMap(Reason.init(rawValue:)) ?? .completed
        self.init(reason, body["message"]?.stringValue)
    }
}
