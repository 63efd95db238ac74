/// A transport over which an accessory is advertised: where, under which names, and when the records change.
struct AdvertisedPlace: Sendable {
    let advertising: Advertising
    let names = AdvertisedNames()
    /// One element for each change of the advertisement.
    let changes: AsyncStream<Void>
    private let announcements: AsyncStream<Void>.Continuation

    init(_ advertising: Advertising) {
        self.advertising = advertising
        (changes, announcements) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// There are records to announce.
    func announce() { announcements.yield() }
}
