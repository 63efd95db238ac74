import HAPController
package import HAPModel
package import SuiteLanguage

extension Capabilities {
    /// The facts about the accessory after its attribute database was read, for a plan and for a run.
    ///
    /// - Parameters:
    /// - isUnknown: why it could not be read; `nil` if it could.
    /// - advertised: the facts of the TXT record, if it was found.
    /// - hasEarlierRun: whether an earlier run saw the accessory.
    /// - hasSurvey: whether the network shows, or could show, services of the accessory's address or Device ID.
    package init(
        _ database: AttributeDatabase,
        isUnknown: String? = nil,
        advertised: AdvertisedFacts?,
        hasEarlierRun: Bool = false,
        hasSurvey: Bool = false,
        catalogue: Catalogue,
        settings: RunSettings,
        environment: RunEnvironment
    ) {
        let stimuli = environment.stimulus?.kinds ?? []
        self.init(
            transport: environment.transport.kind.rawValue,
            database: database,
            isUnknown: isUnknown.map { "the attribute database is unknown: \($0)" },
            catalogue: catalogue,
            declared: settings.declared,
            mayActuate: settings.mayActuate,
            mayDestroy: settings.mayDestroy,
            hasSetupCode: settings.setupCode != nil && settings.keptPairing == nil,
            keepsPairing: settings.keptPairing != nil,
            stimuli: stimuli,
            advertised: advertised,
            hasSetupPayload: settings.setupPayload != nil
        )
        self.hasEarlierRun = hasEarlierRun
        self.hasSurvey = hasSurvey
        if settings.mayDestroy {
            barsDestruction =
                settings.keptPairing != nil
                ? Self.resetLosesPairing : stimuli.contains("factory-reset") ? nil : Self.noReset
        }
        actuated = settings.actuated
        leftOut = settings.leftOut
    }
}

extension AccessoryKeeper.Arrival {
    /// The facts about the accessory over each of its transports, in their order.
    func capabilities(
        over environment: RunEnvironment,
        catalogue: Catalogue,
        settings: RunSettings
    ) -> [Capabilities] {
        zip(environment.transports, [self] + further).map { transport, arrival in
            var capabilities = Capabilities(
                arrival.database,
                isUnknown: arrival.isUnknown,
                advertised: arrival.advertised,
                hasEarlierRun: hasEarlierRun,
                hasSurvey: arrival.hasSurvey,
                catalogue: catalogue,
                settings: settings,
                environment: environment.over(transport.kind.rawValue)
            )
            capabilities.unreachable = arrival.unreachable
            return capabilities
        }
    }
}
