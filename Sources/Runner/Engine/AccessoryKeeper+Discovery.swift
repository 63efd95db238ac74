import HAPController
import HAPModel
import HAPPairing
import Observations
import RunRecord
import SuiteLanguage

extension AccessoryKeeper {
    /// Searches for the accessory's advertisement before anything is changed, unless it was found already.
    func discover(_ arrival: inout Arrival) async {
        guard run.lookout.advertisement, arrival.advertisement == nil else { return }
        take(await here.discover(), &arrival)
    }

    /// Searches for it for a moment, before the first connection: some accessories answer no questions as soon as a controller has connected.
    func glimpse(_ arrival: inout Arrival) async {
        guard run.lookout.advertisement else { return }
        let discovery = await here.discover(within: .seconds(1))
        if discovery.advertisement != nil { take(discovery, &arrival) }
    }

    private func take(_ discovery: Discovery, _ arrival: inout Arrival) {
        guard let element = here.element(of: discovery) else {
            let seconds = Discovery.patience.components.seconds
            let reason = discovery.failure ?? "no mDNS response advertised this accessory within \(seconds) s"
            let others = discovery.others == 0 ? "" : "; \(discovery.others) other accessories were found"
            arrival.notes.append("the advertisement was not found: \(reason)\(others)")
            return
        }
        arrival.advertised = element.facts
        if let ledger = run.ledger, ledger.accessory == nil,
            let id = element.advertisement.deviceID.flatMap(DeviceID.init)
        {
            ledger.meet(id)
        }
        arrival.advertisement = discovery.advertisement
        arrival.evidence = discovery.evidence
    }

    /// Takes a snapshot of the advertisement that was found, and compares it with the attribute database.
    func lookAtAdvertisement(_ arrival: Arrival) async {
        guard let advertisement = arrival.advertisement else { return }
        let element = AdvertisementElement(
            advertisement,
            payload: run.settings.setupPayload,
            comparison: AdvertisementComparison(
                arrival.database,
                catalogue: run.catalogue,
                setupCode: run.settings.setupCode,
                accessoryID: controllers.accessory?.accessoryID,
                hardware: await here.environment.transport.hardwareAddress()
            )
        )
        here.record(
            snapshot: [
                "name": "advertisement", "advertisement": .array([element.json]),
                "evidence": .array(arrival.evidence.map { JSON($0) }),
            ]
        )
    }

    /// Takes a snapshot of everything that the network shows of the accessory, if its host takes part in discovery at all.
    func survey(_ arrival: inout Arrival) async {
        guard run.lookout.survey else { return }
        let id = controllers.accessory?.accessoryID ?? arrival.advertisement?.deviceID
        guard let survey = await run.environment.transport.survey(of: id, observer: run.observer),
            survey.isHostHeard || !survey.sightings.isEmpty
        else { return }
        arrival.hasSurvey = true
        run.journal.record(
            .snapshot,
            [
                "name": "survey", "survey": .array([SurveyElement(survey).json]),
                "evidence": .array(survey.evidence.map { JSON($0) }),
            ]
        )
    }

    /// Takes a snapshot of what changed since an earlier run, and keeps what this run sees for the next one.
    func compareWithEarlierRun(_ arrival: inout Arrival) {
        guard let memory = run.memory, let known = run.controllers.accessory,
            let number = arrival.advertisement?.configurationNumber, !arrival.database.raw.isNull
        else { return }
        let now = AccessorySighting(
            arrival.database,
            configurationNumber: number,
            deviceID: known.accessoryID,
            key: known.accessoryLTPK
        )
        if let earlier = memory.sighting(of: known.accessoryLTPK) {
            arrival.hasEarlierRun = true
            let element = ConfigurationElement(earlier: earlier, now: now)
            run.journal.record(
                .snapshot,
                [
                    "name": "earlier-run", "configuration": .array([element.json]),
                    "evidence": .array(arrival.evidence.map { JSON($0) }),
                ]
            )
        }
        do throws(AccessoryMemoryError) {
            try memory.remember(now)
        } catch {
            arrival.notes.append(error.description)
        }
    }

    /// Takes snapshots of the label's data, without its secrets.
    func lookAtLabel(_ arrival: Arrival) {
        if let payload = run.settings.setupPayload {
            let element = PayloadElement(
                payload: payload,
                setupCode: run.settings.setupCode,
                category: arrival.advertised?.category
            )
            run.journal.record(.snapshot, ["name": "payload", "payload": .array([element.json])])
        }
        guard let setupCode = run.settings.setupCode else { return }
        let values = readable(arrival)
        // Without any readable texts there is nothing to check.
        guard !values.isEmpty else { return }
        let element = SetupCodeElement(setupCode: setupCode, values: values)
        run.journal.record(.snapshot, ["name": "setup-code", "setup-code": .array([element.json])])
    }

    /// The texts that everyone can read from the accessory.
    private func readable(_ arrival: Arrival) -> [(name: String, text: String)] {
        var values: [(name: String, text: String)] = []
        if let id = run.controllers.accessory?.accessoryID { values.append(("Device ID", id)) }
        if let name = arrival.advertisement?.name { values.append(("the advertised name", name)) }
        for accessory in arrival.database.accessories {
            for characteristic in accessory.services.flatMap(\.characteristics)
            where characteristic.type == .serialNumber {
                guard let serial = characteristic.value?.stringValue else { continue }
                values.append(("Serial Number of aid \(accessory.aid.map { "\($0)" } ?? "?")", serial))
            }
        }
        return values
    }
}
