import HAPModel
import HAPPairing
package import Measurement

/// The sessions of an accessory until now.
struct SessionHistory: Sendable {
    private var count = 0
    private var first: [UInt8]?
    private var ended: Set<[UInt8]> = []

    /// A session of this controller begins.
    mutating func begin(_ controller: [UInt8], amongOthers: Bool) -> SessionStanding {
        count += 1
        if first == nil { first = controller }
        return SessionStanding(
            number: count,
            hadCompany: amongOthers,
            isReturn: ended.contains(controller),
            isOfAnother: first != controller
        )
    }

    /// A session ended.
    mutating func end(_ session: ControllerSession) { ended.insert(session.identifier) }
}

/// The circumstances of requests, for defects that act only at one time or in one place.
extension AccessoryCore {
    /// A request arrives.
    package mutating func begin(_ request: AccessoryRequest, now: Moment) {
        self.request = request
        circumstances.begin(now: now)
    }

    /// The response to the current request is known.
    package mutating func note(isRefused: Bool) {
        if isRefused { circumstances.isRefused = true }
    }

    /// A pairing message that is answered with an error was refused, too.
    mutating func note(_ reply: PairingReply) {
        note(isRefused: reply.status != .success || reply.refusedBy != nil)
    }

    /// The session's place among the sessions that are open now.
    func standing(_ session: ControllerSession) -> SessionStanding {
        var standing = session.standing
        let numbers = connections.values.compactMap { $0.session?.standing.number }
        standing.isNewest = numbers.count > 1 && standing.number == numbers.max()
        return standing
    }
}
