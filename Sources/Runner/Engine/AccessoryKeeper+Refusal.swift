import HAPController
import HAPModel
import HAPPairing
import Measurement
import RunRecord
import SuiteLanguage

extension AccessoryKeeper {
    /// Shows, once in a run and on a connection of its own, whether the accessory endures requests that it must refuse.
    /// Only then do instances have requests refused.
    func controlRefusal(_ database: AttributeDatabase) async {
        guard !hasControlledRefusal, let pairing = controllers.pairing("alice"),
            case .session(let wire) = await contact.session(as: pairing, InstanceRunner.refusal)
        else { return }
        hasControlledRefusal = true
        var refusals: [Exchange] = []
        let operations = InstanceRunner.refused(in: database)
        for operation in operations {
            refusals.append(await wire.perform(operation, within: patience))
        }
        // An accessory that closes the connection after a refusal would seem to do so because of a step.
        try? await here.clock.sleep(until: here.clock.deadline(in: .milliseconds(50)))
        let next = await wire.perform(operations[0], within: patience)
        run.controls.record(
            InstanceRunner.refusal,
            succeeded: refusals.allSatisfy { $0.answer != nil } && next.outcome != .closed,
            evidence: refusals.flatMap(\.evidence) + next.evidence
        )
        await wire.close(abruptly: false)
        await controlRefusalWithoutSession(database)
    }

    private func controlRefusalWithoutSession(_ database: AttributeDatabase) async {
        let wire = here.connection(InstanceRunner.refusal)
        guard let read = InstanceRunner.refused(in: database).first, (try? await contact.open(wire)) != nil else {
            return
        }
        let exchange = await wire.perform(read, within: patience)
        run.controls.record(
            InstanceRunner.refusalWithoutSession,
            succeeded: exchange.answer != nil,
            evidence: exchange.evidence
        )
        await wire.close(abruptly: false)
    }
}
