package import HAPModel
package import SuiteLanguage

extension Capabilities {
    /// What is known of the accessory once its attribute database was read: the same for who only plans and for who runs.
    ///
    /// - Parameter isUnknown: why it could not be read, if it could not.
    package init(
        _ database: AttributeDatabase,
        isUnknown: String? = nil,
        catalogue: Catalogue,
        settings: RunSettings,
        bench: Bench
    ) {
        let stimuli = bench.stimulus?.kinds ?? []
        self.init(
            database: database,
            isUnknown: isUnknown.map { "the attribute database is not known: \($0)" },
            catalogue: catalogue,
            declared: settings.declared,
            featureFlags: settings.featureFlags,
            mayActuate: settings.mayActuate,
            mayDestroy: settings.mayDestroy && stimuli.contains("factory-reset"),
            hasSetupCode: settings.setupCode != nil && settings.keptPairing == nil,
            stimuli: stimuli
        )
    }
}
