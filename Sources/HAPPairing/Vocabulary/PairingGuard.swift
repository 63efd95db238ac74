/// Every check that an accessory makes in the pairing procedures; a defect omits it or changes its response.
///
/// Checks that the protocol does not make ("a conforming accessory accepts it") exist for defects that make them.
package enum PairingGuard: String, CaseIterable, Sendable {
    // Decoding of items, in every procedure.
    case tlvEmpty = "tlv.empty"
    case tlvTruncatedHeader = "tlv.truncated-header"
    case tlvTruncatedValue = "tlv.truncated-value"
    case tlvShortFragment = "tlv.short-fragment"
    case tlvEmptyFragment = "tlv.empty-fragment"
    case tlvDuplicate = "tlv.duplicate"
    case tlvContiguity = "tlv.contiguity"
    case tlvReassembly = "tlv.reassembly"
    case tlvUnknownType = "tlv.unknown-type"
    case tlvUnknownFragmented = "tlv.unknown-fragmented"
    case tlvFullFragment = "tlv.full-fragment"
    case tlvZeroLength = "tlv.zero-length"
    case tlvOrder = "tlv.order"

    // Pair Setup, M1.
    case setupM1State = "pair-setup.m1.state"
    case setupM1Method = "pair-setup.m1.method"
    case setupM1UnknownMethod = "pair-setup.m1.unknown-method"
    case setupM1Flags = "pair-setup.m1.flags"
    case setupM1UnknownFlags = "pair-setup.m1.unknown-flags"
    case setupM1Restart = "pair-setup.m1.restart"
    case setupPaired = "pair-setup.paired"
    case setupMaxTries = "pair-setup.max-tries"
    case setupBusy = "pair-setup.busy"
    case setupM1AuthMethod = "pair-setup.m1.auth-method"
    case setupM1FlagsWithAuth = "pair-setup.m1.flags-with-auth"
    case setupM1Split = "pair-setup.m1.split"

    // Pair Setup, M3.
    case setupM3State = "pair-setup.m3.state"
    case setupM3Order = "pair-setup.m3.order"
    case setupM3Holder = "pair-setup.m3.holder"
    case setupM3Paired = "pair-setup.m3.paired"
    case setupM3Items = "pair-setup.m3.items"
    case setupM3KeyLength = "pair-setup.m3.A-length"
    case setupM3ProofLength = "pair-setup.m3.proof-length"
    case setupM3KeyZero = "pair-setup.m3.A-zero"
    case setupM3Proof = "pair-setup.m3.proof"

    // Pair Setup, M5.
    case setupM5State = "pair-setup.m5.state"
    case setupM5Order = "pair-setup.m5.order"
    case setupM5Holder = "pair-setup.m5.holder"
    case setupM5Paired = "pair-setup.m5.paired"
    case setupM5EncryptedLength = "pair-setup.m5.encrypted-length"
    case setupM5Tag = "pair-setup.m5.tag"
    case setupM5Items = "pair-setup.m5.items"
    case setupM5KeyLength = "pair-setup.m5.public-key-length"
    case setupM5SignatureLength = "pair-setup.m5.signature-length"
    case setupM5IdentifierLength = "pair-setup.m5.identifier-length"
    case setupM5IdentifierEmpty = "pair-setup.m5.identifier-empty"
    case setupM5SmallOrder = "pair-setup.m5.small-order"
    case setupM5Signature = "pair-setup.m5.signature"
    case setupM5MaxPeers = "pair-setup.m5.max-peers"

    // Pair Verify, M1.
    case verifyM1State = "pair-verify.m1.state"
    case verifyM1Method = "pair-verify.m1.method"
    case verifyM1Resume = "pair-verify.m1.resume"
    case verifyM1KeyLength = "pair-verify.m1.public-key-length"
    case verifyM1LowOrder = "pair-verify.m1.low-order"
    case verifyM1Restart = "pair-verify.m1.restart"
    case verifyM1Parallel = "pair-verify.m1.parallel"
    case verifyM1LockOut = "pair-verify.m1.lock-out"

    // Pair Verify, M3.
    case verifyM3State = "pair-verify.m3.state"
    case verifyM3Order = "pair-verify.m3.order"
    case verifyM3EncryptedLength = "pair-verify.m3.encrypted-length"
    case verifyM3Tag = "pair-verify.m3.tag"
    case verifyM3Items = "pair-verify.m3.items"
    case verifyM3SignatureLength = "pair-verify.m3.signature-length"
    case verifyM3UnknownController = "pair-verify.m3.unknown-controller"
    case verifyM3IdentifierCase = "pair-verify.m3.identifier-case"
    case verifyM3IdentifierLength = "pair-verify.m3.identifier-exact-length"
    case verifyM3Signer = "pair-verify.m3.signer"
    case verifyM3Signature = "pair-verify.m3.signature"
    case verifyM3UserSignature = "pair-verify.m3.user-signature"
    case verifyM3SignatureScalar = "pair-verify.m3.signature-scalar"
    case verifyM3SmallOrder = "pair-verify.m3.small-order"
    case verifyM3LowOrderBypass = "pair-verify.m3.low-order-key"
    case verifyM3Permissions = "pair-verify.m3.permissions"
    case verifyM3SecondSession = "pair-verify.m3.second-session"

    // Pairings.
    case pairingsSession = "pairings.session"
    case pairingsState = "pairings.state"
    case pairingsMethod = "pairings.method"
    case pairingsCurrentAdmin = "pairings.current-admin"
    case pairingsAdminBit = "pairings.admin-bit"
    case pairingsAddAdmin = "pairings.add.admin"
    case pairingsAddItems = "pairings.add.items"
    case pairingsAddKeyLength = "pairings.add.public-key-length"
    case pairingsAddPermissions = "pairings.add.permissions-length"
    case pairingsAddPermissionBits = "pairings.add.permission-bits"
    case pairingsAddIdentifierLength = "pairings.add.identifier-length"
    case pairingsAddIdentifierEmpty = "pairings.add.identifier-empty"
    case pairingsAddIdentifierText = "pairings.add.identifier-text"
    case pairingsAddSmallOrder = "pairings.add.small-order"
    case pairingsAddOtherKey = "pairings.add.other-key"
    case pairingsAddKnown = "pairings.add.known"
    case pairingsAddFull = "pairings.add.full"
    case pairingsAddFullUpdate = "pairings.add.full-update"
    case pairingsRemoveAdmin = "pairings.remove.admin"
    case pairingsRemoveSelf = "pairings.remove.self"
    case pairingsRemoveIdentifier = "pairings.remove.identifier"
    case pairingsRemoveUnknown = "pairings.remove.unknown"
    case pairingsIdentifierCase = "pairings.identifier-case"
    case pairingsIdentifierLength = "pairings.identifier-exact-length"
    case pairingsRemoveOtherAdmin = "pairings.remove.other-admin"
    case pairingsListAdmin = "pairings.list.admin"
    case pairingsListAsStored = "pairings.list.as-stored"

    /// The name in `Suites/defects`.
    package var name: String { rawValue }

    /// All checks, for loaders and documentation.
    package static var all: [PairingGuard] { allCases }
}
