/// How many messages a page shows, so that a browser opens it at once.
enum TranscriptRoom {
    /// The number of events of an instance that did not pass.
    static let events = 120
    /// The number of events of an instance that passed.
    static let eventsOfPassed = 24
    /// The number of bytes of an event.
    static let bytes = 256
    /// The size in bytes of all transcripts of the page.
    static let page = 8_000_000
}
