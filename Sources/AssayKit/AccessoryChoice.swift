package import HAPModel

/// Which accessory a run tests: one on the network, or one that Assay simulates.
public struct AccessoryChoice: Sendable {
    /// Where the accessory is.
    package enum Place: Sendable, Hashable {
        case address(String)
        /// Where multicast DNS shows it.
        case advertised(AdvertisedIdentity)
        case simulated(String, defect: String?)
    }

    package let place: Place
    /// The addresses of the same accessory over its further transports.
    package var further: [String] = []
    /// The relay over which the accessory is reached; `nil` if it is on a network of this machine.
    package var relay: RelayPlace?
    /// Whether a simulated accessory is tested over all of its transports.
    package var usesAllTransports = false
    /// Where state that outlives the run is kept; a simulated accessory keeps none.
    package var state = StateFolder()
    /// Returns the setup code when it is needed. The argument says whether a pairing is kept, which makes the code
    /// optional.
    package var setupCode: @Sendable (_ isPaired: Bool) async throws(SetupError) -> SetupCode? = { _ in nil }
    /// Returns the setup payload of the label when it is needed.
    package var setupPayload: @Sendable () async throws(SetupError) -> PrintedPayload? = { nil }
    /// Whether a profile names the place, so that a command that repeats a run does not.
    package var isReachedByProfile = false
    /// Whether a profile names the relay, if there is one.
    package var isRelayedByProfile = false

    /// Whether Assay simulates the accessory.
    package var isSimulated: Bool {
        if case .simulated = place { true } else { false }
    }

    package init(_ place: Place) {
        self.place = place
    }

    /// A simulated accessory, which runs on a loopback port during the test.
    ///
    /// - Parameters:
    ///   - name: one of ``Suites/simulatedAccessories``.
    ///   - defect: a defect that it shows; `nil` for a conformant one.
    public static func simulated(_ name: String, defect: String? = nil) -> AccessoryChoice {
        AccessoryChoice(.simulated(name, defect: defect))
    }

    /// An accessory on the network.
    ///
    /// - Parameters:
    ///   - address: `host:port`.
    ///   - setupCode: `XXX-XX-XXX`; `nil` skips the cases that need one, unless a pairing is kept.
    ///   - setupPayload: the payload of the label's QR code, `X-HM://…`; `nil` skips the cases that need one.
    ///   - further: its addresses over further transports, such as `coap://host:port` over Thread; cases then also
    ///     compare the transports.
    /// - stateFolder: the folder with kept pairings and the ledger; `nil` for the folder that `assay` uses.
    /// - Throws: ``SetupError`` if the setup code is malformed or forbidden.
    public static func address(
        _ address: String,
        setupCode: String? = nil,
        setupPayload: String? = nil,
        stateFolder: String? = nil,
        further: [String] = []
    ) throws(SetupError) -> AccessoryChoice {
        var choice = AccessoryChoice(.address(address))
        choice.further = further
        choice.state = StateFolder(stateFolder)
        let code: SetupCode? = if let setupCode { try SetupCode(checking: setupCode) } else { nil }
        choice.setupCode = { _ in code }
        choice.setupPayload = { setupPayload.map { PrintedPayload($0) } }
        return choice
    }
}
