import Foundation
import HAPModel

/// The tester and the machine that it runs on, as the journal's header names them.
struct Host {
    /// This machine.
    static let current = Host(release: (try? String(contentsOfFile: "/etc/os-release", encoding: .utf8)) ?? "")

    let system: String
    /// `nil` if the system does not tell it.
    let version: String?

    /// - Parameter release: what `/etc/os-release` says: a line for each value, such as `VERSION_ID="13"`.
    init(release: String) {
        func value(_ key: String) -> String? {
            let line = release.split(separator: "\n").first { $0.hasPrefix("\(key)=") }
            return line.map { $0.dropFirst(key.count + 1).trimmingCharacters(in: ["\"", "'"]) }
        }
        system = value("NAME") ?? "Linux"
        version = value("VERSION_ID")
    }

    #if arch(x86_64)
    static let architecture = "x86_64"
    #elseif arch(arm64)
    static let architecture = "arm64"
    #else
    static let architecture = "other"
    #endif

    /// The environment as it stands in the header.
    var json: JSON {
        var object: JSONObject = ["tool": .string(AssayVersion.text), "os": .string(system)]
        object["os-version"] = version.map { .string($0) }
        object["architecture"] = .string(Self.architecture)
        return .object(object)
    }
}
