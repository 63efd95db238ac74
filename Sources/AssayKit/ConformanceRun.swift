import HAPController
import Links
import Measurement
import Profiles
package import Reporting
package import RunRecord
package import Runner
import SuiteLanguage

/// A run of the suites against one accessory: what `assay run` does.
///
/// ```swift
/// let suites = try Suites.installed()
/// let run = ConformanceRun(suites, on: .simulated("lightbulb"), RunOptions(cases: ["write.*"]), reports: "Reports")
/// let outcome = try await run.carryOut()
/// print(outcome.summary)
/// for verdict in outcome.verdicts where verdict.outcome == .failed { print(verdict.instance) }
/// ```
public struct ConformanceRun: Sendable {
    private let suites: Suites
    private let accessory: AccessoryChoice
    private let options: RunOptions
    private let reports: String
    /// The form of the JUnit report.
    package var junitFlavour = JUnitFlavour.strict
    /// Where the run is kept beside its record; `nil` for nowhere.
    package var history: RunHistory?
    /// Called with the progress of the run.
    package var onProgress: @Sendable (RunEngine.Progress) -> Void = { _ in }
    /// Called with each event that the journal gets, without secrets.
    package var onEvent: @Sendable (JournalEvent) -> Void = { _ in }

    /// - Parameters:
    ///   - suites: what can be run.
    ///   - accessory: the accessory under test.
    ///   - options: which cases run, and what they may do to the accessory.
    ///   - reports: the folder in which the run makes its own folder, with the journal and the reports.
    public init(
        _ suites: Suites,
        on accessory: AccessoryChoice,
        _ options: RunOptions = RunOptions(),
        reports: String
    ) {
        self.suites = suites
        self.accessory = accessory
        self.options = options
        self.reports = reports
    }

    /// Runs everything that is selected, judges it, and writes the reports.
    ///
    /// Every wait in it has a time limit. If the task is cancelled, the run stops early and restores what it changed.
    ///
    /// - Throws: ``SetupError`` if the run cannot be set up.
    /// - Returns: what the run found; ``RunOutcome/reportProblem`` says if the reports could not be written.
    public func carryOut() async throws(SetupError) -> RunOutcome {
        try check()
        try await flash()
        do {
            return try await accessory.withAccess(suites) { access in
                let stop = StopRequest()
                return try await withTaskCancellationHandler {
                    try await carryOut(on: access, stop: stop)
                } onCancel: {
                    stop.make()
                }
            }
        } catch let error as SetupError {
            throw error
        } catch {
            throw SetupError(.fault, "\(error)")
        }
    }

    /// Checks what can be checked before the run changes anything on the accessory.
    ///
    /// - Throws: ``SetupError`` if nothing is selected, or if the folder of the reports cannot be written.
    package func check() throws(SetupError) {
        _ = try suites.cases(options.selection)
        if options.resetCommand != nil, accessory.isSimulated {
            throw SetupError(.wrongArgument, "--reset-command is for --address: a simulated accessory resets itself")
        }
        try NamedFolder(path: reports, option: "--reports").checkWritable()
        try history?.check()
    }

    /// Puts the firmware to test on the accessory with the profile's `flash` command, and waits until it accepts
    /// connections again.
    ///
    /// - Throws: ``SetupError`` if the profile lacks the command, if it fails, or if the accessory does not come back.
    package func flash() async throws(SetupError) {
        guard options.flashes else { return }
        guard let profile = options.profile, let command = profile.hooks.flash else {
            throw SetupError(.wrongArgument, "--flash needs a --profile with a `flash` command in `hooks`")
        }
        try await SetupError.with(.fault) {
            try await accessory.withNetworks { try await flash(profile, command, over: $0) }
        }
    }

    private func flash(
        _ profile: AccessoryProfile,
        _ command: String,
        over networks: any NetworkAccess
    ) async throws(SetupError) {
        // An accessory that is not found may be there after it is flashed.
        let address = (try? await accessory.place.address(over: networks)) ?? ""
        let hook = HookCommand(
            name: "flash",
            command: command,
            address: address,
            folder: profile.folder,
            limit: .seconds(600)
        )
        _ = try await SetupError.with(.unreachable) { try await hook.run() }
        let clock = MonotonicClock.system
        let deadline = clock.deadline(in: .seconds(90) * profile.timeFactor)
        while true {
            if let address = try? await accessory.place.address(over: networks) {
                let connection = try AccessoryAddress(address, over: networks).transport.connection(named: "flash")
                do throws(ControllerError) {
                    try await connection.open(within: .seconds(5))
                    return await connection.close()
                } catch  where error.code == .forbidden {
                    throw SetupError(.unreachable, error.message)
                } catch {}
            }
            guard clock.now < deadline else {
                throw SetupError(.unreachable, "the accessory has accepted no connection since the flash command ended")
            }
            try await SetupError.with(.fault) { try await clock.sleep(until: clock.deadline(in: .seconds(1))) }
        }
    }

    /// Runs on an accessory that is ready.
    ///
    /// - Parameter stop: ends the run early.
    package func carryOut(on access: AccessoryAccess, stop: StopRequest) async throws(SetupError) -> RunOutcome {
        let folder = try SetupError.with(.fault) {
            try RunFolder(path: RunName.folder(in: reports, accessory: access.name))
        }
        let sink = RecordSink(folder: folder, onEvent: onEvent)
        let journal = Journal(clock: access.environment.clock, redaction: access.redaction, sink: sink)
        var settings = access.settings(options)
        settings.rerun = options.rerun(accessory)
        settings.command = options.command(accessory)
        settings.relay = accessory.relay?.name
        settings.baseline = options.baseline
        let environment = access.environment(options)
        let comparesTransports = environment.transports.count > 1
        let lookout = suites.library.lookout(options.selection, comparesTransports: comparesTransports)
        if lookout != Lookout() { await access.untilAdvertised?() }
        let engine = RunEngine(
            environment: environment,
            settings: settings,
            library: suites.library,
            catalogue: suites.catalogue,
            journal: journal,
            ledger: access.ledger,
            memory: access.memory,
            stop: stop,
            progress: onProgress
        )
        access.endsWithRelay(stop)
        _ = await engine.run {
            guard let profile = options.profile, let source = profile.serialLog else { return }
            await SerialConsole(source, of: profile).follow(into: journal)
        }
        // The journal holds no secrets, so the reports are made from it alone.
        let events = journal.events
        let report = RunReport(events: events, library: suites.library)
        if report.end.reason == .nothingSelected {
            try SetupError.with(.fault) { try folder.delete() }
            return RunOutcome(report: report, folder: nil)
        }
        // Whatever cannot be written, the verdicts are not lost: the caller can still show them.
        let reportProblem = problem(report, events, folder)
        return RunOutcome(
            report: report,
            folder: folder.path,
            reportProblem: reportProblem,
            historyProblem: history?.keep(report, events, record: folder.path)
        )
    }

    /// Writes the reports and closes the record.
    ///
    /// - Returns: why that was not possible; `nil` if it was.
    private func problem(_ report: RunReport, _ events: [JournalEvent], _ folder: RunFolder) -> String? {
        do throws(ReportError) {
            try report.write(into: folder.path, junitFlavour)
        } catch {
            return error.description
        }
        RunName.markLatest(folder.path)
        do throws(RecordError) {
            try folder.seal(events, keepingBytesOf: report.keptBytes(events))
        } catch {
            return error.description
        }
        return nil
    }
}
