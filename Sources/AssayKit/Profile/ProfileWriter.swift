import HAPController
import HAPModel
import Profiles
import Reporting
import RunRecord
package import Runner
import SuiteLanguage

/// Makes a profile from what an accessory shows.
package struct ProfileWriter: Sendable {
    private let suites: Suites
    private let choice: AccessoryChoice
    private let file: ProfileFile

    /// - Parameters:
    ///   - choice: how the accessory was named.
    ///   - file: the profile to be written.
    package init(_ suites: Suites, of choice: AccessoryChoice, for file: ProfileFile) {
        self.suites = suites
        self.choice = choice
        self.file = file
    }

    /// The text of a profile for the accessory.
    ///
    /// - Parameter stop: ends the visit early.
    /// - Throws: ``SetupError`` if the accessory cannot be reached, or its database cannot be read.
    package func text(for access: AccessoryAccess, stop: StopRequest) async throws(SetupError) -> String {
        let outcome = await access.visit(suites, access.settings, stop: stop, lookout: Lookout(advertisement: true))
            .inspect()
        if let end = outcome.end { throw SetupError(end) }
        guard !outcome.database.raw.isNull else {
            throw SetupError(.unjudged, outcome.notes.last ?? "the attribute database could not be read")
        }
        let services = outcome.database.accessories.flatMap(\.services).compactMap { service in
            service.type.flatMap { suites.catalogue.service($0) }
        }
        let characteristics = outcome.database.accessories.flatMap(\.services).flatMap(\.characteristics)
        let address = access.environment.transport.destination
        // The file is checked in and read on terminals, so it holds no secret and nothing that controls a terminal.
        let clean = { CleanText(access.redaction.redacted($0)).string }
        let draft = ProfileDraft(
            name: clean(outcome.advertisement?.name ?? access.name),
            reach: outcome.advertisement?.deviceID.map { .advertised(name: nil, deviceID: clean($0)) }
                ?? .address(address),
            address: address,
            further: choice.further.map(clean),
            via: choice.relay.map { AccessoryProfile.Via($0, in: file) },
            actuating: Set(services.filter(\.actuates).map(\.word)).sorted(),
            hasButton: characteristics.contains { $0.type == .programmableSwitchEvent }
        )
        return draft.text(schema: suites.schema("accessory", for: file.path))
    }
}
