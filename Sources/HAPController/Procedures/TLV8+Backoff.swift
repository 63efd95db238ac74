import HAPModel

extension TLV8 {
    /// The time of an Error Backoff, by RetryDelay; without that it is one second.
    package var backoff: Duration? {
        guard integer(.error) == UInt64(TLVError.backoff.rawValue) else { return nil }
        return .seconds(Int64(clamping: max(1, integer(.retryDelay) ?? 1)))
    }
}
