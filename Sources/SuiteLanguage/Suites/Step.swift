import HAPModel
package import MarkedYAML

/// One step of a procedure: something done, and what is expected of it.
package struct Step: Sendable {
    package indirect enum Action: Sendable {
        /// A verb of the vocabulary with its arguments.
        case call(verb: String, arguments: [Argument.Entry])
        /// A pause.
        case after(Duration)
        /// Steps side by side.
        case together([Step])
        /// A loop: until the outcome comes, at most so many times.
        case `repeat`(times: Int, newConnection: Bool, until: String?, body: Step)
        /// Transcripts of which one must hold.
        case anyOf([Alternative])
        /// Listening while other steps run.
        case log(Log)
        /// Nothing is done; observations that have a name are judged.
        case expect
    }

    package struct Alternative: Sendable {
        /// What the accessory that does this gets: `pass` or `warn`.
        package var verdict: String
        package var steps: [Step]
    }

    package struct Log: Sendable {
        /// The characteristics whose events are of interest; empty is all.
        package var of: [Argument]
        package var duration: Duration
        package var steps: [Step]
    }

    /// The path of the step in its case, counted from 1: `2`, `2.1`.
    package var path: String
    package var action: Action
    /// The connection; `nil` is the case's main one.
    package var connection: String?
    /// The name under which the observation can be judged later.
    package var name: String?
    /// What is kept from the wire: name of the capture, and of what (`frame`, `request`).
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

/// What must hold of an observation, and the requirement that this proves.
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

    /// All of these must hold.
    package var terms: [Term]
    /// What is tolerated with a warning instead.
    package var tolerates: [Term]
    /// The observation's name; `nil` is the step's own.
    package var of: String?
    package var proves: [String]
    package var mark: SourceMark
}
