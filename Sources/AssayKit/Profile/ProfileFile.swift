import Foundation
import HAPModel
import MarkedYAML
package import Profiles
import Reporting
import SuiteLanguage

/// A profile that the user names.
package struct ProfileFile: Sendable {
    package let path: String

    package init(_ path: String) {
        self.path = path
    }

    /// Reads the profile.
    ///
    /// - Parameter suites: must have the cases that it leaves out, and conditions on the facts that it declares.
    /// - Throws: ``SetupError`` if it cannot be read, or with each error in it, with file, line and column.
    package func read(_ suites: Suites) throws(SetupError) -> AccessoryProfile {
        let text = try NamedFile(path: path, what: "the profile").text(orElse: "`assay profile init` writes one")
        return try SetupError.with(.unusable) {
            try AccessoryProfile(text, file: path, catalogue: suites.catalogue) { profile, problems in
                Self.check(profile, suites, &problems)
            }
        }
    }

    /// Notes what a profile names that does not exist, or that is malformed.
    private static func check(_ profile: AccessoryProfile, _ suites: Suites, _ problems: inout YAMLProblems) {
        // An accessory that is found by its advertisement is reached over IP.
        var reached: Set<TransportKind> = if case .advertised = profile.reach { [.ip] } else { [] }
        for address in profile.addresses {
            do {
                let kind = try AccessoryAddress.check(address.text, from: "`\(address.key)`")
                if !reached.insert(kind).inserted {
                    problems.note(YAMLProblem(address.mark, AccessoryAddress.secondAddress(over: kind)))
                }
            } catch {
                problems.note(YAMLProblem(address.mark, "\(error)"))
            }
        }
        if let mark = profile.viaMark {
            do { _ = try profile.relay } catch { problems.note(YAMLProblem(mark, error.description)) }
        }
        let declarable = suites.library.applicability.declarable
        for declared in profile.declares where !declarable.contains(declared.fact) {
            let hint = NearNames(declarable).hint(for: declared.fact)
            problems.note(YAMLProblem(declared.mark, "no requirement depends on `\(declared.fact)`\(hint)"))
        }
        for omission in profile.leftOut {
            let cases = LeftOutCases(pattern: omission.pattern, reason: omission.reason)
            // An instance is known only after the accessory's database is read.
            let isKnown = omission.pattern.contains("[") || suites.cases.contains { cases.contains($0) }
            guard !isKnown else { continue }
            let near = NearNames(suites.cases).near(omission.pattern)
            let hint = NearNames.question(near) ?? "`assay suites list` prints all"
            problems.note(YAMLProblem(omission.mark, "no case matches `\(omission.pattern)`; \(hint)"))
        }
    }

    /// How the profile names a file: its paths are relative to its folder.
    func written(_ path: String) -> String {
        let isBeside = !self.path.contains("/")
        return isBeside ? path : URL(filePath: path).standardizedFileURL.path
    }

    /// Writes a new profile.
    ///
    /// - Throws: ``SetupError`` if the file exists or cannot be written.
    package func write(_ text: String) throws(SetupError) {
        guard !FileManager.default.fileExists(atPath: path) else {
            throw SetupError(.unusable, "the file \(path) exists; name another one, or delete it")
        }
        try SetupError.with(.unusable) { try ReportFile.write(Array(text.utf8), to: path) }
    }
}

extension AccessoryProfile.Reach {
    /// The place that the profile names.
    package var place: AccessoryChoice.Place {
        switch self {
        case .address(let address): .address(address)
        case .advertised(let name, let deviceID): .advertised(AdvertisedIdentity(name: name, deviceID: deviceID))
        }
    }
}
