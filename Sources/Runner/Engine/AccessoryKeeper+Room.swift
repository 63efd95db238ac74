import HAPController
import HAPModel
import HAPSession
import RunRecord
import SuiteLanguage

extension AccessoryKeeper {
    /// How long the accessory has to answer while it is tried how many connections it serves. One that accepts more than it serves
    /// answers only when another one has ended.
    private static let patienceForRoom = Duration.seconds(1)

    /// How many sessions instances beside each other may have: those that the accessory must support, or more if it serves them.
    ///
    /// It is tried once in a run, with connections that each send a request. The accessory may support fewer sessions than it must.
    func sessionsAtOnce() async -> Int {
        guard here.environment.transport.kind == .ip, let main = await verifiedMain() else {
            return Overlap.leastSessions
        }
        if let room { return room }
        var wires: [any Connection] = []
        // Some accessories close each connection without a session after their answer, which shows nothing.
        var isShown = true
        while isShown, 1 + wires.count < Overlap.mostSessions {
            let wire = here.connection("room#\(wires.count + 1)")
            guard (try? await wire.open(within: min(patience, Self.patienceForRoom))) != nil else { break }
            wires.append(wire)
            guard await wire.perform(.database, within: min(patience, Self.patienceForRoom)).answer != nil else {
                break
            }
            isShown = wire.isOpen
        }
        var open = 0
        for wire in [main.wire] + wires {
            // The accessory may have closed it to make room for another one.
            _ = await wire.listen(within: .zero)
            if wire.isOpen { open += 1 }
        }
        for wire in wires { await wire.close(abruptly: false) }
        let found = isShown ? open : Overlap.leastSessions
        room = found
        run.journal.record(.capability, ["connections": JSON(found)])
        return found
    }
}
