import HAPModel
import Measurement
import RunRecord
import SuiteLanguage

@testable import Runner

/// How a test sees that the tester obeys a parameter: the same step without it, or with another value, and with it.
struct Trial: Sendable {
    /// A step before or after the one that is tried.
    struct Act: Sendable {
        var verb: String
        var arguments: JSONObject
        var connection: String
        /// The name under which the sent frame is kept.
        var frame: String?

        init(
            _ verb: String,
            _ arguments: JSONObject = JSONObject(),
            on connection: String = "main",
            frame: String? = nil
        ) {
            (self.verb, self.arguments, self.connection, self.frame) = (verb, arguments, connection, frame)
        }
    }

    let verb: String
    let parameter: String
    let without: JSONObject
    let with: JSONObject
    var connection = "main"
    var before: [Act] = []
    var after: [Act] = []
    var meeting = Meeting(accessory: "kitchen-sink", past: .kept)
    /// What a step shows with the parameter, and does not show without it.
    let shows: @Sendable (Trace) -> Bool

    /// - Parameters:
    ///   - path: the verb and the parameter: `read.meta`.
    ///   - other: the value to compare with; `nil` leaves the parameter out.
    ///   - arguments: the other arguments of the step.
    init(
        _ path: String,
        _ value: JSON,
        insteadOf other: JSON? = nil,
        in arguments: JSONObject = JSONObject(),
        on connection: String = "main",
        before: [Act] = [],
        after: [Act] = [],
        shows: @escaping @Sendable (Trace) -> Bool
    ) {
        let parts = path.split(separator: ".").map(String.init)
        (verb, parameter) = (parts[0], parts[1])
        var (without, with) = (arguments, arguments)
        if let other { without[parts[1]] = other }
        with[parts[1]] = value
        (self.without, self.with) = (without, with)
        (self.connection, self.before, self.after, self.shows) = (connection, before, after, shows)
    }

    /// The same at another accessory.
    func at(_ meeting: Meeting) -> Trial {
        var trial = self
        trial.meeting = meeting
        return trial
    }

    /// Carries out the step, and returns what it shows.
    func trace(_ arguments: JSONObject) throws -> Trace {
        try meeting.run { encounter in
            encounter.context.controllers.set(encounter.settings.keptPairing, for: "alice")
            let runner = try await encounter.instance()
            for act in before { try await runner.does(act) }
            let begun = (encounter.tap.items.count, encounter.journal.next, encounter.context.clock.now)
            let observation = try await runner.does(verb, arguments, on: connection)
            for act in after { try await runner.does(act) }
            return Trace(encounter, observation, since: begun)
        }
    }
}

extension InstanceRunner {
    @discardableResult
    fileprivate func does(_ act: Trial.Act) async throws -> JSON {
        try await does(act.verb, act.arguments, on: act.connection, keeping: act.frame.map { [("frame", $0)] } ?? [])
    }
}
