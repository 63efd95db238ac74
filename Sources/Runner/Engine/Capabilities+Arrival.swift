import HAPController
package import HAPModel
package import SuiteLanguage

extension Capabilities {
    /// What is known of the accessory once its attribute database was read: the same for who only plans and for who runs.
    ///
    /// - Parameters:
    ///   - isUnknown: why it could not be read, if it could not.
    ///   - advertised: what the TXT record says, if it was found.
    package init(
        _ database: AttributeDatabase,
        isUnknown: String? = nil,
        advertised: AdvertisedFacts?,
        catalogue: Catalogue,
        settings: RunSettings,
        environment: RunEnvironment
    ) {
        let stimuli = environment.stimulus?.kinds ?? []
        self.init(
            transport: environment.transport.kind.rawValue,
            database: database,
            isUnknown: isUnknown.map { "the attribute database is not known: \($0)" },
            catalogue: catalogue,
            declared: settings.declared,
            mayActuate: settings.mayActuate,
            mayDestroy: settings.mayDestroy && stimuli.contains("factory-reset"),
            hasSetupCode: settings.setupCode != nil && settings.keptPairing == nil,
            stimuli: stimuli,
            advertised: advertised,
            hasSetupPayload: settings.setupPayload != nil
        )
    }
}
