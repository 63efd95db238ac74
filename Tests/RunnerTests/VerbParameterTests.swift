import Foundation
import HAPController
import HAPCrypto
import HAPModel
import Judge
import Links
import Measurement
import RunRecord
import SelfTest
import Testing

@testable import Runner
@testable import SuiteLanguage

/// A parameter that the runner ignores would make a step do something else than it says.
struct VerbParameterTests {
    @Test("The runner reads every parameter of every verb of the vocabulary")
    func asksForEveryParameter() throws {
        let files = try SuitesFolder(path: Self.suites).read()
        let library = try SuiteLibrary(files)
        let catalogue = try Catalogue(files)
        let item = try #require(library.case("pair-setup.m2"))
        let bench = VirtualBench()
        let ignored = try bench.run {
            let network = InProcessNetwork(clock: bench.clock)
            let listener = try network.listen(at: "somebody")
            defer { withExtendedLifetime(listener) {} }
            let dialer = network.dialer(to: "somebody")
            let context = Self.context(dialer, bench.clock, library: library, catalogue: catalogue)
            let instance = Instance(
                caseID: item.id,
                target: nil,
                row: nil,
                transport: "ip",
                characteristics: [:],
                rowValue: nil,
                rowProves: []
            )
            var ignored: [String] = []
            for verb in library.vocabulary.verbs {
                // The loader makes it the step's own connection.
                for parameter in verb.parameters where parameter.type != .connection {
                    let runner = InstanceRunner(run: context, item: item, instance: instance)
                    let call = Self.call(verb, with: parameter)
                    _ = try? await runner.carryOut(call, on: "a", captures: [])
                    if call.unread.contains(parameter.name) { ignored.append("\(verb.name).\(parameter.name)") }
                }
            }
            return ignored
        }
        #expect(ignored == [])
    }

    @Test("A step with an argument that no verb reads is not done")
    func refusesWhatNobodyReads() throws {
        let call = Call(verb: "closed", arguments: [.init(key: "witin", value: .literal("1s"))], scope: [:])
        #expect(call.duration("within") == nil)
        #expect(call.unread == ["witin"])
    }

    private static let suites = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Suites").path

    private static func call(_ verb: Verb, with parameter: Verb.Parameter) -> Call {
        let wanted = verb.parameters.filter { $0.isRequired && $0.name != parameter.name } + [parameter]
        var arguments = wanted.map { Argument.Entry(key: $0.name, value: .literal(sample($0.type))) }
        let given = Set(arguments.map(\.key))
        for (key, value) in company[verb.name] ?? [:] where !given.contains(key) {
            arguments.append(.init(key: key, value: .literal(value)))
        }
        if parameter.name == "gap" { arguments.append(.init(key: "segments", value: .literal([1]))) }
        if verb.namesCharacteristics { arguments.append(.init(key: "1.9", value: .literal(true))) }
        return Call(verb: verb.name, arguments: arguments, scope: [:])
    }

    /// The other arguments that a step needs before the verb reads the parameter.
    private static let company: [String: [String: JSON]] = ["request": ["secured": false], "send": ["text": "0x00"]]

    private static func sample(_ type: ParameterType) -> JSON {
        switch type {
        case .value, .word, .status, .outcome, .connection: "bob"
        case .words: ["bob"]
        case .numbers: [1]
        case .rate: "2 per 1s"
        case .json, .fields: ["key": 1]
        case .bool: true
        case .number: 1
        case .duration: "1s"
        case .stage: "M3"
        case .stages: ["M3"]
        case .characteristic, .characteristics: "1.9"
        case .alterations: ["M1.state": "drop"]
        case .bytes: "0x00"
        case .headers: ["X-Header": "1"]
        case .requests: [["method": "GET", "path": "/accessories"]]
        }
    }

    /// A run against a peer that never responds.
    private static func context(
        _ dialer: any LinkDialer,
        _ clock: MonotonicClock,
        library: SuiteLibrary,
        catalogue: Catalogue
    ) -> RunContext {
        let journal = Journal(clock: clock)
        let random = SeededRandom(seed: 1)
        return RunContext(
            environment: RunEnvironment(
                transport: IPTransport(dialer: dialer, clock: clock),
                clock: clock,
                random: random
            ),
            settings: RunSettings(
                accessory: "somebody",
                setupCode: SetupCode("518-08-582"),
                seed: 1,
                rerun: "",
                started: ""
            ),
            journal: journal,
            observer: JournalObserver(journal: journal),
            evaluator: Evaluator(vocabulary: library.vocabulary, transport: "ip"),
            ledger: nil,
            controllers: Controllers(random: random),
            controls: Controls(journal: journal),
            stop: StopRequest(),
            database: AttributeDatabase(.null),
            catalogue: catalogue,
            asksAdvertisement: false
        )
    }
}
