import HAPAccessory
import HAPPairing
import SuiteLanguage

extension Collection<Case> {
    /// Whether these cases can run on an accessory that the tester has paired with before the run, which spares a
    /// pair-setup.
    ///
    /// The tester then knows what a conformant accessory says in pair-setup. An accessory with a change there says
    /// something else, and every session depends on it; so the cases of any selection get the same accessory.
    func canStartPaired(with conduct: any AlteredConduct) -> Bool {
        !conduct.actsInPairSetup && allSatisfy { $0.chapter != "pairing" && $0.state.needs != .unpaired }
    }
}

extension AlteredConduct {
    /// Whether it changes a pair-setup.
    fileprivate var actsInPairSetup: Bool {
        changes.contains(where: \.isOfPairSetup) || condition.message == .operation(.pairSetup)
    }
}

extension DefectChange {
    /// Whether the change is at a point of pair-setup, or of its responses.
    fileprivate var isOfPairSetup: Bool {
        switch self {
        case .check(let name, _), .effect(let name, _), .alteration(let name, _), .json(let name, _),
            .constant(let name, _), .memory(let name, _), .behaviour(let name, _):
            name.hasPrefix("\(PairingProcedure.pairSetup.rawValue).")
                || PairingPoint.named(name).contains { $0.procedure == .pairSetup }
        case .answer(let answer): answer.request == .operation(.pairSetup)
        case .database, .link, .delay, .code: false
        }
    }
}
