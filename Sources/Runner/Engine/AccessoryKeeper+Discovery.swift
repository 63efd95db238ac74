import HAPController
import HAPModel
import HAPPairing
import Observations
import RunRecord
import SuiteLanguage

extension AccessoryKeeper {
    /// Looks for what the accessory advertises, before anything is changed about it.
    func discover(_ arrival: inout Arrival) async {
        guard run.asksAdvertisement else { return }
        let discovery = await run.discover()
        guard let element = run.element(of: discovery) else {
            let reason = discovery.failure ?? "no advertisement of this accessory arrived within 2 s"
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
        arrival.advertisedName = element.advertisement.name
        run.journal.record(
            .snapshot,
            [
                "name": "advertisement", "advertisement": .array([element.json]),
                "evidence": .array(discovery.evidence.map { JSON($0) }),
            ]
        )
    }

    /// Takes snapshots of what is known from the label, which hold nothing of its secrets.
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
        // Of an accessory that tells nothing nothing can be said.
        guard !values.isEmpty else { return }
        let element = SetupCodeElement(setupCode: setupCode, values: values)
        run.journal.record(.snapshot, ["name": "setup-code", "setup-code": .array([element.json])])
    }

    /// What anybody can read of the accessory.
    private func readable(_ arrival: Arrival) -> [(name: String, text: String)] {
        var values: [(name: String, text: String)] = []
        if let id = run.controllers.accessory?.accessoryID { values.append(("Device ID", id)) }
        if let name = arrival.advertisedName { values.append(("the advertised name", name)) }
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
