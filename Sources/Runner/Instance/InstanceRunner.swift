import HAPController
import HAPModel
import HAPPairing
import HAPSession
import Judge
import Measurement
import Observations
import RunRecord
import SuiteLanguage

/// Carries out one instance: turns its steps into observations. It never reads a verdict.
actor InstanceRunner {
    let run: RunContext
    let item: Case
    let instance: Instance
    /// Restores what a measurement changes.
    let keeper: AccessoryKeeper
    /// Connections by the names that the steps use.
    var connections: [String: CaseConnection] = [:]
    var scope = NameBindings()
    /// Frames and messages that steps captured.
    var captures: [String: [UInt8]] = [:]
    /// When each stimulus began and was done, in order.
    var stimuli: [ClosedRange<Moment>] = []
    /// The initial value of each characteristic that the instance names.
    var before: [CharacteristicID: JSON] = [:]
    /// Values to restore, with the id of their debt in the ledger.
    var changed: [CharacteristicID: String] = [:]
    /// Pairings that pair-setups of this instance made, or may have made.
    var made: [MadePairing] = []
    /// Controllers that were, or may have been, added through the tester's own pairing.
    var joined: [JoinedController] = []
    /// The salt of the last M2 of a pair-setup.
    var lastSalt: [UInt8]?
    /// The controllers of the case.
    var cast: Cast
    /// Whether pairings were added or removed by the pairings methods.
    var hasTouchedPairings = false
    /// Whether a step has added or removed some, after which the accessory may end sessions.
    var hasChangedPairings = false
    /// The streams that it has set up and not ended.
    var streams: [StreamKey: OwnStream] = [:]
    /// Where the media of streams may arrive; `nil` without a stream.
    var mediaPorts: MediaPorts?
    /// Keeps what the accessory announces, after a step `listen`.
    var listener: (any AnnouncementListener)?
    /// Why the last step without a usable connection had none.
    var obstacle = ""
    private var freshConnections = 0
    /// Whether the accessory may no longer know the tester's own pairing: it refused pair-verify with it, or got a request to
    /// change or remove it.
    var mayHaveLostOwnPairing = false
    /// The values that the instance has written, in the order in which the accessory accepted them.
    var accepted: [WriteEntry] = []
    /// The values that the instance has sent, whatever the accessory answered.
    var tried: [WriteEntry] = []
    /// The accessories, by aid, at which a stimulus has changed a value.
    var stimulated: Set<UInt64> = []
    /// When it read the initial values.
    private(set) var began: Moment?
    /// The characteristics that a request has written that the suite spells out, and that the accessory accepted.
    var writtenRaw: Set<CharacteristicID> = []
    /// The characteristics for whose accepted values the tester has waited in vain.
    var neverLate: Set<CharacteristicID> = []
    /// Whether a step turned the accessory off and on.
    var hasRestarted = false
    /// Whether a step has started a pair-setup.
    var hasStartedPairSetup = false
    /// For how long its steps have waited for the accessory to accept M1 of a pair-setup.
    var patienceUsed = Duration.zero
    /// How many pair-setups in a row have failed in the instance; after one that succeeded, earlier ones do not count.
    var failedSetups = 0
    /// Whether a pair-setup of the instance has succeeded.
    var hasPaired = false
    /// Why the accessory started no pair-setup from the start; `nil` if it did, or was not asked.
    var occupation: Occupation?
    /// Whether the accessory may restart by itself: some do when their last administrator has been removed.
    var mayRestart = false
    /// When nothing listened at the accessory's port, although the instance had had a connection before and the accessory had no
    /// reason to restart; `nil` if it accepted all connections.
    private(set) var refused: Moment?
    /// Whether the accessory has ended all connections that the instance had.
    private(set) var hasLostConnections = false
    /// Whether the accessory went away by itself; `nil` if it did not.
    private(set) var absence: Absence?
    /// Whether a step that later steps need has failed, so that none of them is judged.
    private var isSpoiled = false
    /// How many steps could not be carried out.
    private(set) var undone = 0
    /// How many requests it has had refused.
    var refusals = 0
    /// Whether a timed write is prepared that is still to be executed.
    var hasPrepared = false
    /// The connections on which steps have prepared timed writes without executing them, in their order.
    var preparing: [String] = []
    /// Whether all steps that can be judged were carried out, and none was cut short.
    private(set) var isFinished = false

    init(run: RunContext, item: Case, instance: Instance, keeper: AccessoryKeeper) {
        self.run = run
        self.item = item
        self.instance = instance
        self.keeper = keeper
        cast = Cast(run.controllers)
    }

    // MARK: The instance

    /// Binds the names of the instance, which reads the initial values.
    func prepare(main: CaseConnection?) async {
        if let main { connections[Self.mainName] = main }
        await bind()
        await provokeRefusal(onFresh: Self.mainName)
        // Beside other instances, it needs a session of its own for its steps.
        if !run.lane.isEmpty { connections[Self.mainName] = nil }
    }

    /// Carries out steps of the case: all of them, or those up to its silence and later the others. It returns whatever the
    /// accessory does.
    ///
    /// - Parameter pause: how long to wait before each of them.
    func carryOut(_ steps: ArraySlice<Step>, pausing pause: Duration = .zero) async {
        for index in steps.indices where !isSpoiled {
            let step = steps[index]
            if pause > .zero { try? await run.clock.sleep(until: run.clock.deadline(in: pause)) }
            if index > 0 || step.connection != nil { await provokeRefusal(before: step) }
            await carryOut(step, path: step.path)
        }
        isFinished = !Task.isCancelled && steps.endIndex == item.steps.endIndex
    }

    /// Notes that nothing listens at the accessory's port.
    func noteRefused() {
        guard !connections.isEmpty, !hasRestarted, !mayRestart else { return }
        refused = refused ?? run.clock.now
    }

    /// Notes which connections the accessory has ended, before the tester ends the others.
    func noteEnds() async {
        guard !hasRestarted, !mayRestart else { return }
        var hasEnded = false
        for connection in connections.values {
            // Those that the tester itself has closed show nothing.
            if await connection.wire.listen(within: .zero).closed != nil { hasEnded = true }
            guard !connection.wire.isOpen else { return }
        }
        hasLostConnections = hasEnded
    }

    /// Notes whether the accessory went away by itself.
    func note(absence: Absence?) { self.absence = absence }

    static let mainName = "main"

    /// Binds the names of the row, the characteristics and the generated values.
    private func bind() async {
        if let value = instance.rowValue { journal(scope.bind("row", value)) }
        for (name, id) in instance.characteristics.sorted(by: { $0.key < $1.key }) {
            journal(scope.bind(name, .string(id.description)))
        }
        for id in instance.characteristics.values.sorted() {
            guard let known = run.database.characteristic(id), known.has(.pairedRead),
                known.type != .programmableSwitchEvent
            else {
                continue
            }
            if let value = await currentValue(of: id) {
                before[id] = value
                if isUnwritable(id) { run.unwritable.note(value, of: id) }
            }
        }
        began = run.clock.now
        let first = instance.characteristics.min { $0.value < $1.value }?.key
        let plain = instance.characteristics["it"] == nil ? first : "it"
        for (name, id) in instance.characteristics.sorted(by: { $0.key < $1.key }) {
            for (word, value) in values(of: id) {
                journal(scope.bind("\(name).\(word)", value))
                if name == plain { journal(scope.bind(word, value)) }
            }
        }
    }

    /// The words for values of the characteristic.
    private func values(of id: CharacteristicID) -> [(word: String, value: JSON)] {
        guard let characteristic = run.database.characteristic(id) else { return [] }
        // null stands for a missing value, so it is neither compared nor restored.
        let current = before[id].flatMap { $0.isNull ? nil : $0 }
        var words: [(word: String, value: JSON)] = current.map { [("current", $0)] } ?? []
        var generator = ValueGenerator(
            characteristic,
            catalogue: run.catalogue,
            random: SeededGenerator(seed: run.settings.seed, purpose: "\(instance.name) \(id)")
        )
        if let values = generator.distinct(2, from: current) ?? twoOfFew(&generator, current) {
            words += [("v1", values[0]), ("v2", values[1]), ("other", values[0])]
        }
        return words
    }

    /// A bool has two values: v1 is the opposite of the current one, v2 the current one.
    private func twoOfFew(_ generator: inout ValueGenerator, _ current: JSON?) -> [JSON]? {
        guard let other = generator.distinct(1, from: current)?.first else { return nil }
        return [other, current ?? other]
    }

    func journal(_ bound: JSONObject) {
        run.journal.record(.binding, instance: instance.name, .object(bound))
    }

    // MARK: Steps

    /// - Parameter others: the steps at the same time.
    /// - Returns: the step's observation, if it makes one.
    @discardableResult
    func carryOut(_ step: Step, path: String, beside others: ConcurrentSteps? = nil) async -> Observation? {
        switch step.action {
        case .call(let verb, let arguments):
            let (start, known) = (run.clock.now, freshConnections)
            let seen = await call(verb, arguments, step: step, path: path)
            let end = seen.isClosed ? unprovokedEnd(before: start, on: step.connection) : nil
            // Which connection `new` was cannot be told if another step opened one at the same time.
            let name = step.connection == "new" && freshConnections == known + 1 ? "new#\(known + 1)" : step.connection
            let late = verb == "read" ? await lateChange(after: seen, on: name) : nil
            let stray = verb == "read" ? await strayValues(in: seen, on: name) : []
            if path == step.path, leavesNothingToJudge(seen, verb, of: step) { isSpoiled = true }
            let refused = verb == "pair-setup" ? await refusalForTries(seen) : []
            return record(seen, at: path, of: step, [end, late] + stray + refused)
        case .after(let duration):
            try? await run.clock.sleep(until: run.clock.deadline(in: duration))
        case .together(let steps):
            await carryOutTogether(steps)
        case .repeat(let times, let newConnection, let until, let body):
            let seen = await loop(times: times, newConnection: newConnection, until: until, body: body)
            return record(seen, at: path, of: body)
        case .anyOf(let alternatives):
            for alternative in alternatives {
                for inner in alternative.steps { await carryOut(inner, path: inner.path) }
            }
            isSpoiled = false
        case .log(let log):
            let seen = await listen(log, step: step, beside: others)
            return record(seen, at: path, of: step, [unprovokedEndOfLog(on: step.connection)])
        case .expect:
            break
        }
        return nil
    }

    /// Whether a step without expectations could not be carried out, or its verb had to succeed and did not: what follows it proves
    /// nothing.
    private func leavesNothingToJudge(_ seen: Observation, _ verb: String, of step: Step) -> Bool {
        guard step.expectations.isEmpty else { return false }
        if seen.notDone != nil { return true }
        let evaluator = run(for: step.connection).evaluator
        return step.name == nil && evaluator.vocabulary.verb(verb)?.mustSucceed == true && seen.json["tampered"] != true
            && !evaluator.isDone(seen.json)
    }

    /// Records what a step observed.
    ///
    /// - Parameter fields: what the tester found out beside the step's own exchange.
    private func record(
        _ observation: Observation,
        at path: String,
        of step: Step,
        _ fields: [JSONObject.Member?] = []
    ) -> Observation {
        if observation.notDone != nil { undone += 1 }
        var json = observation.json
        let transport = transport(of: step.connection)
        for field in fields.compactMap({ $0 }) { json = json.with(field.key, field.value) }
        if transport != instance.transport { json = json.with("transport", .string(transport)) }
        run.journal.record(.observation, instance: instance.name, step: path, json)
        return observation
    }

    private func loop(times: Int, newConnection: Bool, until: String?, body: Step) async -> Observation {
        var repetition = RepetitionObservation(until: until)
        var unanswered = 0
        for round in 1...times {
            var step = body
            // A declared connection is closed after each round, so the next round opens another one like it.
            let isDeclared = item.connections.contains { $0.name == body.connection }
            if newConnection, !isDeclared { step.connection = "new" }
            let known = Set(connections.keys)
            let seen = await carryOut(step, path: "\(body.path)#\(round)")
            if newConnection, !body.isOpening { await closeConnections(openedSince: known) }
            let evaluator = run(for: step.connection).evaluator
            let isEnd = until.map { evaluator.outcome($0, of: seen?.json ?? .null) } ?? false
            repetition.add(seen, isEnd: isEnd)
            unanswered = seen?.exchange?.failure == nil ? 0 : unanswered + 1
            let isHopeless = unanswered >= Self.unansweredRounds && until == nil && body.expectsAnswer
            if isEnd || isHopeless || seen?.isNotOpen == true { break }
        }
        return .repetition(repetition)
    }

    /// How many rounds of a loop in a row may stay without the answer that each of them demands; the others would show the same.
    private static let unansweredRounds = 5

    /// The connection's name; `new` gives a new connection each time.
    func connectionName(_ name: String?) -> String {
        guard name == "new" else { return name ?? Self.mainName }
        freshConnections += 1
        return "new#\(freshConnections)"
    }
}

extension Step {
    /// How long the step waits by itself.
    var pause: Duration {
        let inside = inner.map(\.pause)
        return switch action {
        case .after(let duration): duration
        case .together: inside.max() ?? .zero
        case .repeat(let times, _, _, _): inside.reduce(.zero, +) * times
        case .log(let log): log.duration ?? inside.reduce(.zero, +)
        case .call, .anyOf, .expect: inside.reduce(.zero, +)
        }
    }

    /// Whether the step opens a connection that stays open.
    fileprivate var isOpening: Bool {
        if case .call("open", _) = action { return true }
        return false
    }
}

extension Step {
    /// Whether one of its expectations demands an answer.
    fileprivate var expectsAnswer: Bool {
        expectations.flatMap(\.terms).contains { term in
            let asked = term.argument.resolved([:]).json
            return term.predicate == "answered" && asked == true || term.predicate == "ends-at"
                || term.predicate == "outcome" && asked == "success"
        }
    }
}
