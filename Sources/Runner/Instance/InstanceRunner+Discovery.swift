import HAPController
import HAPModel
import Measurement
import Observations

extension InstanceRunner {
    /// How long the tester waits between two searches.
    private static let pause = Duration.milliseconds(500)

    /// Searches for the advertisement until it has the expected pairing state.
    ///
    /// - Parameter run: the run over the transport of the step's connection.
    func discover(_ arguments: DiscoverArguments, over run: RunContext) async -> Observation {
        let begun = run.clock.now
        let end = begun.advanced(by: arguments.within)
        while true {
            let discovery = await run.discover()
            if let failure = discovery.failure { return .notDone(failure) }
            let element = run.element(of: discovery)
            let isWanted = element.map { arguments.isPaired == nil || $0.isPaired == arguments.isPaired } ?? false
            guard !isWanted, run.clock.now < end, !Task.isCancelled else {
                let after = discovery.at.map { begun.duration(to: $0) }
                return .advertisement(AdvertisementObservation(element, evidence: discovery.evidence, after: after))
            }
            try? await run.clock.sleep(until: run.clock.deadline(in: Self.pause))
        }
    }

    /// Begins to listen for announcements; those that arrived earlier do not count any more.
    func listenForAnnouncements() async -> Observation {
        await stopListening()
        do throws(ListeningError) {
            listener = try await run.environment.transport.listen(observer: run.observer)
            return .advertisement(AdvertisementObservation(nil, evidence: [], after: nil))
        } catch {
            return .notDone(error.reason)
        }
    }

    /// Stops listening for announcements.
    func stopListening() async {
        await listener?.close()
        listener = nil
    }

    /// Waits for an announcement that arrived since the tester began to listen.
    func awaitAnnouncement(_ arguments: DiscoverArguments) async -> Observation {
        guard let listener else { return .notDone("no step `listen` came before it, or it failed") }
        let begun = run.clock.now
        let end = begun.advanced(by: arguments.within)
        let discovery = await listener.next(isPaired: arguments.isPaired, until: end)
        // It may have arrived before the step began.
        let after = discovery.at.map { max(.zero, begun.duration(to: $0)) }
        return .advertisement(
            AdvertisementObservation(run.element(of: discovery), evidence: discovery.evidence, after: after)
        )
    }

    /// Claims one of the accessory's names until it takes another one.
    func contest(_ arguments: ContestArguments) async -> Observation {
        let begun = run.clock.now
        let discovery = await run.environment.transport.contest(
            arguments.name,
            until: begun.advanced(by: arguments.within),
            observer: run.observer
        )
        if let failure = discovery.failure { return .notDone(failure) }
        let after = discovery.at.map { begun.duration(to: $0) }
        return .advertisement(
            AdvertisementObservation(run.element(of: discovery), evidence: discovery.evidence, after: after)
        )
    }

    /// Asks for one of the accessory's records.
    func query(_ arguments: QueryArguments) async -> Observation {
        let transport = run.environment.transport
        let answer = await transport.ask(arguments.question, within: arguments.within, observer: run.observer)
        if let failure = answer.failure { return .notDone(failure) }
        guard let asked = answer.asked else { return .notDone("no mDNS response advertised this accessory") }
        return .records(
            RecordsObservation(
                fields: answer.fields,
                after: answer.at.map { asked.duration(to: $0) },
                evidence: answer.evidence
            )
        )
    }
}
