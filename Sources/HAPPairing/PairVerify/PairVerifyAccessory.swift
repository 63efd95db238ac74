package import HAPCrypto
package import HAPModel

/// The accessory's side of Pair Verify on one connection, as in Apple's reference over IP: without Pair Resume.
package struct PairVerifyAccessory: Sendable {
    /// The values that M1 and M2 agreed on.
    struct Attempt: Sendable {
        var controllerKey: [UInt8]
        var accessoryKey: [UInt8]
        var sharedSecret: SharedSecret
        var key: SecretBytes
        var isLowOrder: Bool
    }

    /// Whether M2 was sent and M3 is expected on this connection.
    package var isInProgress: Bool { attempt != nil }

    let identity: AccessoryIdentity
    var conduct: Conduct
    var attempt: Attempt?

    package init(identity: AccessoryIdentity, departures: Departures = .none, random: any RandomSource) {
        self.identity = identity
        conduct = Conduct(.pairVerify, departures: departures, random: random)
    }

    /// Responds to the body of a request.
    package mutating func receive(_ body: [UInt8], context: PairVerifyContext) -> PairingReply {
        var reply = PairingReply()
        let expected = isInProgress ? PairVerifyStage.m3 : .m1
        var stage = expected
        do throws(Refusal) {
            var intake = try MessageIntake(conduct.alterer.bytes("\(expected.name).received", body), with: conduct)
            intake.alter(.state, "\(expected.name).received.state", with: &conduct.alterer)
            stage = try readStage(intake, expected: expected)
            switch stage {
            case .m1: try receiveM1(&intake, context, &reply)
            default: try receiveM3(&intake, context, &reply)
            }
        } catch {
            refuse(stage, error, &reply)
        }
        return reply
    }

    /// Discards the attempt.
    package mutating func abandon() {
        attempt = nil
    }

    private func readStage(_ intake: MessageIntake, expected: PairVerifyStage) throws(Refusal) -> PairVerifyStage {
        let value = intake[.state]
        if value?.count == 1, let number = value?.first, let named = PairVerifyStage(rawValue: Int(number)),
            named.isRequest
        {
            return named
        }
        let check: PairingGuard = expected == .m3 ? .verifyM3State : .verifyM1State
        try conduct.require(check, false, else: Refusal.malformed)
        return expected
    }

    private mutating func refuse(_ stage: PairVerifyStage, _ refusal: Refusal, _ reply: inout PairingReply) {
        reply.refuse(refusal, state: UInt8(stage.rawValue + 1), with: &conduct)
        if stage == .m3 {
            for _ in 0..<max(0, min(conduct.constant(.verifyFailures), 1000)) {
                reply.consequences.append(ScheduledConsequence(.countFailure))
            }
        }
        if conduct.happens(.verifyReset) { attempt = nil }
    }
}
