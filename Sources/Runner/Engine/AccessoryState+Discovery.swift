import HAPController
import HAPModel
import HAPPairing
import RunRecord
import SuiteLanguage

extension AccessoryState {
    /// Looks for what the accessory advertises, before anything is changed about it.
    func discover(_ arrival: inout Arrival) async {
        guard run.asksAdvertisement, let finder = run.bench.finder else { return }
        let (finding, evidence) = await run.look(with: finder)
        guard let element = run.element(of: finding) else {
            let reason = finding.failure ?? "nobody told of it within 2 s"
            let others = finding.others == 0 ? "" : "; \(finding.others) other accessories were found"
            arrival.notes.append("the accessory was not found over multicast DNS: \(reason)\(others)")
            return
        }
        arrival.advertised = element.facts
        if let ledger = run.ledger, ledger.accessory == nil, let id = DeviceID(element.service) { ledger.meet(id) }
        arrival.advertisedName = String(decoding: element.service.instance, as: UTF8.self)
        run.journal.record(
            .snapshot,
            ["name": "advertisement", "advertisement": .array([element.json]), "evidence": evidence]
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
