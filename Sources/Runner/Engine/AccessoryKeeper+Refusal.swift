import HAPController
import HAPModel
import HAPPairing
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
        for operation in InstanceRunner.refused(in: database) {
            refusals.append(await wire.perform(operation, within: patience))
        }
        run.controls.record(
            InstanceRunner.refusal,
            succeeded: refusals.allSatisfy { $0.answer != nil } && wire.isOpen,
            evidence: refusals.flatMap(\.evidence)
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
