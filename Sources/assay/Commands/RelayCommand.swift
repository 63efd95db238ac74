import ArgumentParser
import AssayKit
import Certificates
import Reporting

/// `assay relay`: lets testers elsewhere reach the accessories of this network.
struct RelayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "relay",
        abstract: "Lets Assay on other networks reach accessories on this one.",
        discussion: """
            Testers connect over TLS with --via, and need the token and the fingerprint of the certificate, which the relay \
            prints. The relay forwards bytes to the addresses of --allow, and the answers of multicast DNS; the encryption \
            between the tester and the accessory stays. An accessory is for one tester at a time. Standard error shows who \
            connects. It runs until Ctrl-C.

            Example: assay relay --token-file token --allow 192.168.1.0/24
            """
    )

    @Option(
        name: .long,
        help: ArgumentHelp(
            "An address to which testers may connect, with or without its port, or a network, such as 192.168.1.0/24. Can be given more than once.",
            valueName: "address"
        )
    )
    var allow: [String]

    @Option(name: .long, help: "The address to listen on; `::` for IPv6 and IPv4.")
    var host = "0.0.0.0"

    @Option(name: .long, help: "The port to listen on; 0 chooses a free port.")
    var port = 7070

    @Option(
        name: .customLong("token-file"),
        help: ArgumentHelp("A file with the token; without it, ASSAY_RELAY_TOKEN has the token.", valueName: "file"),
        completion: .file()
    )
    var tokenFile: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "A PEM file with the relay's certificate and those of its issuers; without it, the relay makes one and keeps it in --state.",
            valueName: "file"
        ),
        completion: .file()
    )
    var certificate: String?

    @Option(
        name: .long,
        help: ArgumentHelp("A PEM file with the private key of --certificate.", valueName: "file"),
        completion: .file()
    )
    var key: String?

    @Option(
        name: .long,
        help:
            "The folder with the certificate that the relay made. Default: $XDG_STATE_HOME/assay, else ~/.local/state/assay.",
        completion: .directory
    )
    var state: String?

    func validate() throws {
        guard (0...65535).contains(port) else {
            throw ValidationError("--port needs a number from 0 to 65535, not \(port)")
        }
        guard (certificate == nil) == (key == nil) else {
            throw ValidationError("--certificate and --key belong together: name both files or none")
        }
    }

    func run() async throws {
        let identity =
            if let certificate, let key { try ServerCertificate.read(certificate: certificate, key: key) } else {
                try ServerCertificate.kept(in: StateFolder(state))
            }
        let service = try await RelayService(
            host: host,
            port: port,
            allowed: allow,
            token: try RelayToken.read(file: tokenFile, option: "--token-file"),
            certificate: identity,
            program: ProgramVersion.text,
            report: RelayLog.print
        )
        if let problem = identity.problem() { Terminal.complain("testers will refuse the relay: \(problem)") }
        Terminal.sayFolded("the relay listens on \(service.place), fingerprint \("\(service.fingerprint)")")
        await Interruption.cancels { await service.serve() }
    }
}
