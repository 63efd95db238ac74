import HAPController
import Links
import Reporting

extension IncompleteAdvertisement {
    init(_ service: IncompleteService) {
        self.init(
            name: String(decoding: service.instance, as: UTF8.self),
            transport: service.transport,
            missing: service.missing,
            source: service.source?.description
        )
    }
}
