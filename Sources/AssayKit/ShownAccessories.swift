import Reporting
import Synchronization

/// The accessories that a search that goes on has shown.
final class ShownAccessories: Sendable {
    private let shown = Mutex<[AdvertisedAccessory]>([])

    /// - Returns: the changes since the last time.
    func update(_ accessories: [AdvertisedAccessory]) -> [DiscoveryChange] {
        shown.withLock { shown in
            defer { shown = accessories }
            return DiscoveryChange.changes(from: shown, to: accessories)
        }
    }
}
