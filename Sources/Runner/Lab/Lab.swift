import HAPController
import HAPModel
import HAPPairing
import HAPSession
import Latency
import Links
import Measurement
import RunRecord
import SuiteLanguage

/// Measures operations of an accessory that the tester is paired with.
struct Lab: Sendable {
    let keeper: AccessoryKeeper
    let run: RunContext
    let request: LatencyRequest
    /// The pairing of the sessions; `nil` if only operations without a session are measured.
    let pairing: AccessoryPairing?
    let targets: LabTargets
    /// The name of the instance that measures; `nil` outside a run of suites.
    var instance: String?
    let onProgress: @Sendable (LatencyProgress) -> Void

    var clock: MonotonicClock { run.clock }
    var patience: Duration { run.settings.answerWithin }

    /// Why an operation cannot be measured, in words.
    struct Impossible: Error {
        let reason: String
    }

    /// Measures the operations one after the other. Pair-setup is last, because it needs an unpaired accessory.
    ///
    /// - Returns: the results so far, if a stop is requested.
    func measure() async -> [MeasuredSeries] {
        var results: [MeasuredSeries] = []
        let order = request.operations.filter { $0 != .pairSetup } + request.operations.filter { $0 == .pairSetup }
        for operation in order where !run.stop.isMade {
            do throws(Impossible) {
                var measured = try await measure(operation)
                for index in measured.indices {
                    let name = measured[index].name
                    measured[index].budgets = request.budgets.filter { $0.series == name }
                }
                for series in measured {
                    run.journal.record(.measurement, series.json)
                    onProgress(.measured(series))
                }
                results += measured
            } catch {
                run.journal.record(
                    .measurement,
                    ["series": .string(operation.rawValue), "skipped": .string(error.reason)]
                )
                onProgress(.skipped(operation, reason: error.reason))
            }
        }
        return results
    }

    /// Measures one operation.
    func measure(_ operation: MeasuredOperation) async throws(Impossible) -> [MeasuredSeries] {
        switch operation {
        case .discovery: try await single(operation, attempt: try await searched())
        case .connect: try await single(operation, attempt: connect)
        case .pairVerify: try await single(operation, attempt: verify)
        case .reconnect:
            try await single(operation, target: try need(targets.read, to: .read), attempt: try reconnect())
        case .database: try await shared(operation, .database)
        case .read: try await shared(operation, .read([need(targets.read, to: .read).id], ReadOptions()), targets.read)
        case .batch:
            try await shared(
                operation,
                .read(need(targets.batch.isEmpty ? nil : targets.batch, to: .batch).map(\.id), ReadOptions())
            )
        case .write, .timedWrite, .writeResponse: try await rewritten(operation)
        case .identify: try await identified()
        case .event, .change: try await events(operation)
        case .pairSetup: try await pairSetups()
        }
    }

    func need<Value>(_ value: Value?, to use: LabTargets.Use) throws(Impossible) -> Value {
        guard let value else { throw Impossible(reason: targets.absence(to: use)) }
        return value
    }

    // MARK: Load

    /// Measures an operation that needs no lasting session.
    func single(
        _ operation: MeasuredOperation,
        target: FoundCharacteristic? = nil,
        attempt: @escaping @Sendable () async -> LoadAttempt
    ) async throws(Impossible) -> [MeasuredSeries] {
        // The search is multicast, which goes another way than what a connection shows.
        await carryOut(
            operation,
            target: target?.label,
            network: { operation == .discovery ? nil : await roundTripOfNewConnection() },
            [attempt]
        )
    }

    /// The network's round trip on a connection that ends at once: the operation opens its own ones.
    private func roundTripOfNewConnection() async -> RoundTrip? {
        let wire = connection("measure-network")
        guard (try? await wire.open(within: run.settings.connectWithin)) != nil else { return nil }
        let trip = await wire.roundTrip(within: patience)
        await wire.close(abruptly: false)
        return trip
    }

    /// Measures an operation in as many sessions as the plan wants.
    func shared(
        _ operation: MeasuredOperation,
        _ request: Operation,
        _ target: FoundCharacteristic? = nil
    ) async throws(Impossible) -> [MeasuredSeries] {
        let sessions = try await sessions(operation.isShared ? self.request.plan.sessions : 1)
        let attempts = sessions.map { wire -> @Sendable () async -> LoadAttempt in
            {
                // The accessory may have closed the connection, and the tester closes one on which an answer did not come.
                if !wire.isOpen, let reason = await restart(wire) {
                    return run.stop.isMade ? .stopped : .failed(reason)
                }
                return await exchange(request, on: wire, series: operation.rawValue)
            }
        }
        let results = await carryOut(
            operation,
            target: target?.label,
            network: { await sessions.first?.roundTrip(within: patience) },
            attempts
        )
        for session in sessions { await session.close(abruptly: false) }
        return results
    }

    /// Carries the load out, with the network's round trip before and after it.
    ///
    /// - Parameter network: measures this round trip; `nil` if it is not known.
    func carryOut(
        _ operation: MeasuredOperation,
        target: String?,
        network: () async -> RoundTrip?,
        _ attempts: [@Sendable () async -> LoadAttempt]
    ) async -> [MeasuredSeries] {
        var plan = request.plan
        plan.sessions = attempts.count
        if !operation.followsRate { plan.rate = nil }
        onProgress(.began(operation, count: plan.count(of: operation)))
        let load = LoadRun(
            operation,
            plan,
            clock: clock,
            isStopped: { run.stop.isMade },
            wait: { due in await run.stop.cutsShort { try? await clock.sleep(until: due) } },
            onSample: { onProgress(.sample($0, series: $1)) }
        )
        let before = await network()
        let echoBefore = run.environment.echo?()
        let result = await load.carryOut(attempts)
        let echo = MachineEcho(meanOf: [echoBefore, run.environment.echo?()].compactMap { $0 })
        let after = await network()
        return operation.series.compactMap { name in
            let samples = result.series[name] ?? []
            guard !samples.isEmpty || result.failure != nil else { return nil }
            return MeasuredSeries(
                name: name,
                samples: samples,
                plan: plan,
                warmUp: plan.warmUp(of: operation),
                transport: run.environment.transport.kind.rawValue,
                target: target,
                before: before,
                after: after,
                isOverRelay: run.settings.relay != nil,
                failure: result.failure,
                failed: name == operation.series.first ? result.failed : nil,
                unanswered: operation.series.count == 1 ? result.unanswered : 0,
                // Of a procedure, only the first message is due at a time.
                unsent: name == operation.series.first ? result.unsent : 0,
                echo: echo
            )
        }
    }

    // MARK: Connections

    /// The relay's round trip at this moment: that of the last ping, which went beside the last request. `nil` without a relay.
    var relay: Duration? { run.environment.transport.relayRoundTrip }

    /// A connection that is not recorded: the journal would take its share of the time.
    func connection(_ name: String) -> any Connection {
        run.environment.connection(named: name, observer: NoObserver())
    }

    /// New sessions of the tester's controller, and no other one outside a run of suites: some accessories are slow beside another
    /// session.
    func sessions(_ count: Int) async throws(Impossible) -> [any Connection] {
        if instance == nil { await keeper.closeMain() }
        var sessions: [any Connection] = []
        for number in 1...count {
            let wire = connection("measure-\(number)")
            let reason = await start(wire)
            guard let reason else {
                sessions.append(wire)
                continue
            }
            for session in sessions + [wire] { await session.close(abruptly: false) }
            throw Impossible(reason: "session \(number) of \(count) could not be started: \(reason)")
        }
        return sessions
    }

    /// Opens a connection and starts a session on it.
    ///
    /// - Returns: why that failed; `nil` if it did not.
    func start(_ wire: any Connection) async -> String? {
        do {
            try await wire.open(within: run.settings.connectWithin)
        } catch {
            return error.message
        }
        guard let pairing else { return "the accessory is not paired" }
        let ending = await PairVerifyProcedure.session(
            for: pairing,
            on: wire,
            random: run.environment.random,
            within: patience
        )
        return ending == .session ? nil : Self.words(ending)
    }

    /// Starts a new session on a connection that has ended.
    ///
    /// - Returns: why that failed; `nil` if it did not.
    private func restart(_ wire: any Connection) async -> String? {
        await wire.close(abruptly: false)
        return await start(wire)
    }

    // MARK: Exchanges

    /// One operation on a session, as an attempt.
    func exchange(_ operation: Operation, on wire: any Connection, series: String) async -> LoadAttempt {
        let started = clock.now
        let exchange = await wire.perform(operation, within: patience)
        switch operation {
        // A timed write has two requests; the time counts from the first.
        case .timedWrite: return attempt(exchange, series: series, sent: started, relay: nil)
        // A database may be so large that it takes several round trips.
        case .database: return attempt(exchange, series: series, sent: exchange.timing.sent, relay: nil)
        default: return attempt(exchange, series: series, sent: exchange.timing.sent, relay: relay)
        }
    }

    /// What an exchange came to.
    ///
    /// - Parameters:
    ///   - sent: when the operation began.
    ///   - relay: the relay's round trip, if the time since then contains exactly one.
    func attempt(_ exchange: Exchange, series: String, sent: Moment, relay: Duration?) -> LoadAttempt {
        if run.stop.isMade, exchange.answer == nil { return .stopped }
        guard let answered = exchange.timing.answered, let answer = exchange.answer, answer.isAccepted else {
            return failure(exchange, series: series, sent: sent, relay: relay)
        }
        if let entry = exchange.entries.first(where: { ($0.status ?? .success) != .success }) {
            return .failed(
                "the accessory answered \(entry.id?.description ?? "an entry") with status \(entry.status?.description ?? "?")"
            )
        }
        let origin = request.measuring.origin(from: sent, to: answered)
        return .done([LoadAttempt.Part(series, sent: sent, answered: answered, origin: origin, relay: relay)])
    }

    /// An exchange without a response: one that is only late has a time.
    private func failure(_ exchange: Exchange, series: String, sent: Moment, relay: Duration?) -> LoadAttempt {
        let summary = Self.summary(exchange, within: patience)
        guard exchange.failure == .timedOut else { return .failed(summary) }
        // The connection is closed after that, which takes time, too.
        let part = LoadAttempt.Part(
            series,
            sent: sent,
            answered: sent.advanced(by: patience),
            origin: .socket,
            relay: relay
        )
        return .unanswered([part], summary)
    }
}
