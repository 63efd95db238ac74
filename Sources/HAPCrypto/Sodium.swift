import CSodium

/// The library's start-up, which picks its fast implementations and opens the system's random source.
enum Sodium {
    /// True once the library is ready; every entry to it reads this first.
    static let isReady = sodium_init() >= 0
}
