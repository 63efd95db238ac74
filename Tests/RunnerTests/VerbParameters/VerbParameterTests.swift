import HAPModel
import RunRecord
import SuiteLanguage
import Testing

@testable import Runner

/// A parameter that the tester ignores would make a step pretend to do what it does not do.
@Suite("Verb parameters")
struct VerbParameterTests {
    @Test("The tester obeys every parameter", arguments: Trials.all)
    func obeys(_ trial: Trial) throws {
        let (without, with) = (try trial.trace(trial.without), try trial.trace(trial.with))
        let differs = without.everything != with.everything
        #expect(differs)
        let (isShown, isAlwaysShown) = (trial.shows(with), trial.shows(without))
        #expect(isShown, "with: \(with.everything)")
        #expect(!isAlwaysShown, "without: \(without.everything)")
    }

    @Test("A step is the same each time, so that a difference comes from the parameter")
    func repeats() throws {
        let trials = Trials.all.filter { ["pair-setup.upto", "write.ev", "request.frames"].contains($0.description) }
        #expect(trials.count == 4)
        for trial in trials {
            #expect(try trial.trace(trial.with).everything == trial.trace(trial.with).everything)
        }
    }

    @Test("Every parameter of the vocabulary is tried, and no other")
    func complete() throws {
        let vocabulary = try SmallSuites.library().vocabulary
        let verbs = vocabulary.verbs.filter { !Self.elsewhere.contains($0.name) }
        let known = Set(verbs.flatMap { verb in verb.parameters.map { "\(verb.name).\($0.name)" } })
        let tried = Set(Trials.all.map(\.description))
        #expect(known.subtracting(tried) == Trials.loaders)
        #expect(tried.subtracting(known) == [])
    }

    @Test("A step with an argument that is left over is rejected before anything is sent", arguments: try verbs())
    func leftOver(_ verb: String) throws {
        let trial = Trials.all.first { $0.verb == verb }
        var arguments = trial?.without ?? JSONObject()
        arguments["left-over"] = 1
        try (trial?.meeting ?? Meeting(past: .kept)).run { [arguments] encounter in
            encounter.context.controllers.set(encounter.settings.keptPairing, for: "alice")
            let runner = try await encounter.instance()
            var reason: String?
            do {
                let observation = try await runner.does(verb, arguments)
                reason = observation["summary"]?.stringValue
            } catch let error as ArgumentError {
                reason = error.reason
            }
            #expect(reason?.contains("`left-over`") == true && reason?.contains("`\(verb)`") == true, "\(reason ?? "")")
            #expect(encounter.tap.items == [])
            #expect(encounter.journal.bodies(.wire) == [])
        }
    }

    /// `coap` sends over Thread only; the cases of `Suites/thread` use its parameters, and each kills a defect. MeasuringTests
    /// judges what `measure` measures.
    private static let elsewhere: Set = ["coap", "measure"]

    private static func verbs() throws -> [String] {
        try SmallSuites.library().vocabulary.verbs.map(\.name).filter { !elsewhere.contains($0) }
    }
}

extension Trial: CustomTestStringConvertible, CustomStringConvertible {
    var description: String { "\(verb).\(parameter)" }
    var testDescription: String { "\(description): \(with[parameter]?.serialized() ?? "")" }
}
