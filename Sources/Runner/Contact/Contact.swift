import HAPController
import HAPCrypto
import HAPPairing
import Measurement
import RunRecord

/// How the tester itself reaches the accessory: to clean up, and to ask what the accessory holds.
///
/// Accessories under test are broken, so one lost answer proves nothing: connections and sessions are tried again.
struct Contact: Sendable {
    var environment: RunEnvironment
    /// Records what goes over the wire.
    let observer: any WireObserver
    /// How long to wait for a connection to be accepted.
    let connectWithin: Duration
    /// How long to wait for each response.
    let patience: Duration
    /// Ends retries early.
    let stop: StopRequest
    /// What it adds to remove pairings that cannot remove themselves.
    var helper = HelpingAdministrator()
    /// How long it waits for the responses to removals.
    var removals = RemovalPatience()

    /// A new connection, not opened yet.
    func connection(_ name: String) -> any Connection {
        environment.connection(named: name, observer: observer)
    }

    /// Opens the connection. It retries for the time of one response, because a network may drop or an accessory
    /// restart; what a relay forbids is not tried again.
    ///
    /// - Throws: ``ControllerError`` if the accessory does not accept it.
    func open(_ wire: any Connection) async throws(ControllerError) {
        _ = try await openAfterAbsence(wire)
    }

    /// The same for an accessory that may have restarted.
    ///
    /// - Returns: since when nothing listened at the accessory's port; `nil` if something always did.
    /// - Throws: ``ControllerError`` if the accessory does not accept it.
    func openAfterAbsence(_ wire: any Connection) async throws(ControllerError) -> Moment? {
        let deadline = environment.clock.deadline(in: patience)
        var refused: Moment?
        while true {
            do {
                try await wire.open(within: connectWithin)
                return refused
            } catch {
                if error.code == .refused { refused = refused ?? environment.clock.now }
                guard error.code != .forbidden, !stop.isMade, environment.clock.now < deadline else { throw error }
            }
            try? await environment.clock.sleep(until: environment.clock.deadline(in: Self.retryAfter))
        }
    }

    private static let retryAfter = Duration.milliseconds(500)

    /// The result of asking for a session.
    enum Reception {
        case session(any Connection)
        /// The accessory does not know the controller: pair-verify with its key failed twice, each time on a new
        /// connection.
        case unknown
        /// The accessory does not say whether it knows the controller; the reason in words.
        case unclear(String)
    }

    /// Starts a session of the controller on a new connection. A lost answer is tried again.
    ///
    /// - Parameters:
    ///   - pairing: without the accessory's key, its signature is not checked. To remove a pairing whose M6 was lost, only the
    ///     controller's key is needed.
    ///   - hasOffered: whether the accessory has just started a pair-setup, as an unpaired one does.
    func session(as pairing: AccessoryPairing, _ name: String, hasOffered: Bool = false) async -> Reception {
        guard !stop.isUnanswered else { return .unclear(unanswered(stop.reasonForSilence)) }
        var (refusals, rejections) = (0, 0)
        var (last, isBusy) = ("", false)
        for _ in 0..<Self.attempts where refusals < 2 {
            let clock = environment.clock
            if isBusy { try? await clock.sleep(until: clock.deadline(in: PairVerifyProcedure.pauseWhileBusy)) }
            isBusy = false
            let wire = connection(name)
            do {
                try await open(wire)
            } catch {
                // Opening has taken its time already.
                let destination = environment.transport.destination
                let reason = error.message(about: destination)
                // The end of the run says what forced its stop, such as a relay that is lost.
                let isTold = stop.cause?.message.map { reason.contains($0) } ?? false
                return .unclear("\(destination) is not reachable\(isTold ? "" : ": \(reason)")")
            }
            let ending = await PairVerifyProcedure.session(
                for: pairing,
                on: wire,
                random: environment.random,
                within: patience,
                trustingAnyAccessory: pairing.accessoryLTPK.isEmpty
            )
            if ending == .session { return .session(wire) }
            await wire.close(abruptly: false)
            switch ending {
            case .session, .refused: refusals += 1
            case .busy(let summary): (rejections, last, isBusy) = (rejections + 1, summary, true)
            case .rejected(let summary): (rejections, last) = (rejections + 1, summary)
            case .silent(let summary):
                last = summary
                stop.noteSilence()
                guard !stop.isMade, await answers(within: patience) else { return .unclear(unanswered(last)) }
            }
        }
        if refusals >= 2 { return .unknown }
        // Some accessories reject pair-verify in another form while they are unpaired. One that is paired says so.
        if refusals + rejections >= 2 {
            if hasOffered { return .unknown }
            if [.offered, .other].contains(await offer()) { return .unknown }
        }
        return .unclear(unanswered(last.isEmpty ? "pair-verify was refused only once" : last))
    }

    private func unanswered(_ reason: String) -> String {
        "\(environment.transport.destination) did not start a session: \(reason)"
    }

    /// How often a session is tried.
    private static let attempts = 3
}

extension Contact {
    /// The tester's own way to the accessory in a run.
    init(_ run: RunContext) {
        self.init(
            environment: run.environment,
            observer: run.observer,
            connectWithin: run.settings.connectWithin,
            patience: run.settings.answerWithin,
            stop: run.stop
        )
    }
}
