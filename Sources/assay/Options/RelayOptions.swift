import ArgumentParser
import AssayKit
import Certificates

/// The options that name a relay, over which a command reaches accessories on another network.
struct RelayOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Reaches the accessory over an `assay relay` on its network; all addresses are those there.",
            valueName: "relay://host:port"
        )
    )
    var via: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The SHA-256 fingerprint of the relay's certificate, as the relay prints it.",
            valueName: "sha256"
        )
    )
    var relayFingerprint: String?

    @Option(
        name: .customLong("relay-ca"),
        help: ArgumentHelp(
            "A PEM file with the authorities that may have issued the relay's certificate.",
            valueName: "file"
        ),
        completion: .file()
    )
    var relayAuthorities: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "A file with the relay's token; without it, ASSAY_RELAY_TOKEN has the token.",
            valueName: "file"
        ),
        completion: .file()
    )
    var relayTokenFile: String?

    /// The relay; `nil` if none is named.
    var place: RelayPlace? {
        get throws(SetupError) {
            guard let via, let trust else { return nil }
            return try RelayPlace(via, trust: trust, tokenFile: relayTokenFile)
        }
    }

    private var trust: CertificateTrust? {
        if let relayAuthorities { return .authorities(file: relayAuthorities) }
        return relayFingerprint.flatMap { CertificateFingerprint($0) }.map { .only($0) }
    }

    func validate() throws {
        guard via != nil else {
            guard relayFingerprint == nil, relayAuthorities == nil, relayTokenFile == nil else {
                throw ValidationError("the options of a relay need --via relay://HOST:PORT")
            }
            return
        }
        guard (relayFingerprint == nil) != (relayAuthorities == nil) else {
            throw ValidationError(
                "--via needs one way to know the relay: --relay-fingerprint, which `assay relay` prints, or --relay-ca FILE"
            )
        }
        if let relayFingerprint, trust == nil {
            throw ValidationError("--relay-fingerprint needs 64 hexadecimal digits, not `\(relayFingerprint)`")
        }
        do throws(SetupError) { _ = try place } catch { throw ValidationError(error.description) }
    }
}
