package import Latency
package import MarkedYAML

/// What a team states about one accessory, so that a run needs no other options: the file `accessory.yaml`.
package struct AccessoryProfile: Sendable, Hashable {
    /// Where the accessory is.
    package enum Reach: Sendable, Hashable {
        case address(String)
        /// By what it advertises over multicast DNS.
        case advertised(name: String?, deviceID: String?)

        /// Whether the text is a Device ID: six bytes in hexadecimal digits, separated by colons (HAP R1 6.4, `id`).
        package static func isDeviceID(_ text: String) -> Bool {
            text.wholeMatch(of: /[0-9A-Fa-f]{2}(:[0-9A-Fa-f]{2}){5}/) != nil
        }
    }

    /// The relay over which the accessory is reached.
    package struct Via: Sendable, Hashable {
        /// `relay://host:port`
        package var relay: String
        /// The fingerprint of the relay's certificate; without it, ``authorities`` says which certificates are accepted.
        package var fingerprint: String?
        /// A PEM file, relative to the folder of the profile.
        package var authorities: String?
        /// The file with the token, relative to the folder of the profile; `nil` takes it from the environment.
        package var tokenFile: String?

        package init(relay: String, fingerprint: String?, authorities: String?, tokenFile: String?) {
            (self.relay, self.fingerprint) = (relay, fingerprint)
            (self.authorities, self.tokenFile) = (authorities, tokenFile)
        }
    }

    /// The commands that act on the accessory itself; each runs with `/bin/sh`.
    package struct Hooks: Sendable, Hashable {
        /// Brings it to its factory state.
        package var reset: String?
        /// Turns it off and on.
        package var powerCycle: String?
        /// Presses its button or changes its value.
        package var stimulate: String?
        /// The actions that ``stimulate`` can trigger: `press`, `change`.
        package var stimuli: Set<String> = []
        /// Puts the firmware to test on it.
        package var flash: String?
    }

    /// Cases that a run leaves out.
    package struct LeftOut: Sendable, Hashable {
        /// A pattern over the names of cases and instances; `*` stands for any text.
        package var pattern: String
        package var reason: String
        package var mark: SourceMark
    }

    /// An address, as `--address` takes it.
    package struct Address: Sendable, Hashable {
        package var text: String
        /// The key that has it: `address` or `also`.
        package var key: String
        package var mark: SourceMark
    }

    /// A fact about the accessory that the wire does not show: `release: r14+`.
    package struct Declared: Sendable, Hashable {
        package var fact: String
        package var mark: SourceMark
    }

    /// What runs may actuate.
    package enum Actuation: Sendable, Hashable {
        case nothing
        case everything
        /// Only services with these names, such as `lightbulb`.
        case services([String])
    }

    /// The path of the file.
    package let file: String
    package internal(set) var reach: Reach?
    /// Each address that the profile names, with its place.
    package internal(set) var addresses: [Address] = []
    /// The addresses of the accessory over further transports.
    package internal(set) var further: [String] = []
    /// The relay over which it is reached; `nil` if it is on a network of this machine.
    package internal(set) var via: Via?
    /// Where the profile names the relay.
    package internal(set) var viaMark: SourceMark?
    package internal(set) var setupCode: SecretSource?
    package internal(set) var setupPayload: SecretSource?
    package internal(set) var hooks = Hooks()
    package internal(set) var actuation = Actuation.nothing
    /// How often a run may write each characteristic; `nil` for no limit.
    package internal(set) var writesPerCharacteristic: Int?
    /// How much slower than usual the accessory may be: it multiplies how long the tester waits for it.
    package internal(set) var timeFactor = 1.0
    /// How long to wait for each response; `nil` for the default.
    package internal(set) var answerWithin: Duration?
    /// Facts about the accessory that the wire does not show.
    package internal(set) var declares: [Declared] = []
    package internal(set) var leftOut: [LeftOut] = []
    /// Limits for the times that `assay measure` and the steps `measure` of cases measure.
    package internal(set) var budgets: [LatencyBudget] = []
    /// Where the lines of its serial console come from.
    package internal(set) var serialLog: SerialSource?

    init(file: String) {
        self.file = file
    }

    /// The folder of the file, to which the paths in it are relative.
    package var folder: String {
        file.lastIndex(of: "/").map { $0 == file.startIndex ? "/" : String(file[..<$0]) } ?? "."
    }

    /// A path that the profile names, from the current folder.
    package func path(_ path: String) -> String { path.hasPrefix("/") ? path : "\(folder)/\(path)" }
}
