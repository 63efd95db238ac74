import HAPModel
package import MarkedYAML

/// One step of a procedure: an action and its expectations.
package struct Step: Sendable {
    package indirect enum Action: Sendable {
        /// A verb of the vocabulary with its arguments.
        case call(verb: String, arguments: [Argument.Entry])
        /// A pause.
        case after(Duration)
        /// Concurrent steps.
        case together([Step])
        /// A loop that ends with the outcome, after at most the given number of rounds.
        case `repeat`(times: Int, newConnection: Bool, until: String?, body: Step)
        /// Alternative transcripts, of which one must be met.
        case anyOf([Alternative])
        /// Listening while other steps run.
        case log(Log)
        /// No action; the expectations use named observations.
        case expect
    }

    package struct Alternative: Sendable {
        /// The result for an accessory that meets the alternative: `pass` or `warn`.
        package var verdict: String
        package var steps: [Step]
    }

    package struct Log: Sendable {
        /// The characteristics whose events count; all if it is empty.
        package var of: [Argument]
        /// How long it listens; `nil` for as long as its steps run.
        package var duration: Duration?
        /// What ends it early; `nil` listens for the whole duration.
        package var limit: LogLimit?
        /// How long it goes on after the last event, once ``limit`` is reached. A further event in this time would be one too
        /// many.
        package var quiet: Duration
        package var steps: [Step]
    }

    /// What must have been heard for a log to end early.
    package enum LogLimit: Sendable {
        /// This number of events.
        case count(Int)
        /// The last event has this value.
        case last(Argument)
    }

    /// The path of the step in its case, counted from 1: `2`, `2.1`.
    package var path: String
    package var action: Action
    /// The connection; `nil` for the main connection.
    package var connection: String?
    /// The name of the observation for later steps.
    package var name: String?
    /// What is captured: the kind of data (`frame`, `request`) and the name of the capture.
    package var captures: [(what: String, name: String)]
    package var expectations: [Expectation]
    package var mark: SourceMark

    /// The step's expectations and those of the steps inside it.
    package var allExpectations: [Expectation] {
        inner.reduce(expectations) { $0 + $1.allExpectations }
    }

    /// The steps inside this one.
    package var inner: [Step] {
        switch action {
        case .call, .after, .expect: return []
        case .together(let steps): return steps
        case .repeat(_, _, _, let body): return [body]
        case .anyOf(let alternatives): return alternatives.flatMap(\.steps)
        case .log(let log): return log.steps
        }
    }
}

/// The conditions on an observation, and the requirements that they prove.
package struct Expectation: Sendable {
    /// A predicate of the vocabulary with its argument.
    package struct Term: Sendable {
        package var predicate: String
        package var argument: Argument
        package var mark: SourceMark

        package init(predicate: String, argument: Argument, mark: SourceMark) {
            self.predicate = predicate
            self.argument = argument
            self.mark = mark
        }
    }

    /// What another observation must have shown.
    package struct Condition: Sendable {
        /// The name of the observation.
        package var of: String
        /// All of these must hold.
        package var terms: [Term]
    }

    /// Only if all of these hold, the expectation is judged.
    package var conditions: [Condition] = []
    /// All of these must hold.
    package var terms: [Term]
    /// What is tolerated with a warning.
    package var tolerates: [Term]
    /// The name of the observation; `nil` for the step's own.
    package var of: String?
    package var proves: [String]
    package var mark: SourceMark
}
