package import HAPModel
package import SuiteLanguage

extension Capabilities {
    /// What is known of the accessory once its attribute database was read: the same for who only plans and for who runs.
    package init(
        _ database: AttributeDatabase,
        advertised: AdvertisedFacts?,
        catalogue: Catalogue,
        settings: RunSettings,
        bench: Bench
    ) {
        let stimuli = bench.stimulus?.kinds ?? []
        self.init(
            database: database,
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
