package import HAPModel

/// Access rules of the operations.
extension AccessoryCore {
    /// Why the connection may not perform the operation; `nil` if it may.
    ///
    /// - Parameter operation: `nil` is a request unknown to the transport, which needs a session like any other.
    package mutating func refusalOfAccess(
        to operation: AccessoryOperation?,
        on connection: ConnectionID
    ) -> HAPStatus? {
        let context = context(connection)
        if operation == .identify,
            let status = refusal(.identifyUnpaired, unless: !isTakenForPaired, .insufficientPrivileges, context)
        {
            return status
        }
        if operation?.isOpen != true {
            if isTransient(connection),
                let status = refusal(.sessionTransient, unless: false, .invalidValue, context)
            {
                return status
            }
            let isVerified = isTakenForVerified(connection)
            if let status = refusal(.sessionRequired, unless: isVerified, .insufficientAuthorization, context) {
                return status
            }
        }
        guard isVerified(connection), !isPairingKnown(connection) else { return nil }
        return refusal(.sessionPairing, unless: false, .insufficientPrivileges, context)
    }

    /// Why a message of Pair Setup or Pair Verify is rejected before it is decoded; `nil` if it is not.
    package mutating func refusalOfPairing(_ operation: AccessoryOperation, on connection: ConnectionID) -> HAPStatus? {
        let context = context(connection)
        let isPlain = !isVerified(connection) && !isTransient(connection)
        if let status = refusal(.sessionPairingInside, unless: isPlain, .invalidValue, context) { return status }
        guard hasSessionFailed, operation == .pairVerify else { return nil }
        return refusal(.sessionAfterFailure, unless: true, .invalidValue, context)
    }

    /// A message could not be decrypted in its session.
    package mutating func noteSessionFailure() { hasSessionFailed = true }

    private func hasExpired(_ connection: ConnectionID) -> Bool {
        let limit = constant(.sessionRequests)
        return limit > 0 && (connections[connection]?.served ?? 0) > limit
    }

    private func isTakenForVerified(_ connection: ConnectionID) -> Bool {
        switch memory(.authorization) {
        case "accessory": connections.keys.contains(where: isVerified)
        case "attempt": connections[connection]?.verify != nil
        case "pair-setup": state.isPaired && connections[connection]?.setup != nil
        default: isVerified(connection) && !hasExpired(connection)
        }
    }
}
