import CSodium

/// The library's initialization, which selects fast implementations and opens the system's random source.
enum Sodium {
    /// True after initialization; every use of the library reads this first.
    static let isReady = sodium_init() >= 0
}
