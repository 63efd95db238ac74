import HAPController
import HAPModel
import Measurement
import Observations

extension RunContext {
    /// Searches for the accessory's advertisement.
    func discover(within limit: Duration = Discovery.patience) async -> Discovery {
        await environment.transport.discover(until: clock.deadline(in: limit), observer: observer)
    }

    /// The advertisement as documents see it; `nil` if it was not found.
    func element(of discovery: Discovery) -> AdvertisementElement? {
        discovery.advertisement.map {
            AdvertisementElement($0, payload: settings.setupPayload, earlier: advertisement)
        }
    }
}
