import HAPModel

/// What one controller did in one turn; all times are in milliseconds.
struct Turn {
    /// M1 to M6, on a connection that is open.
    var pairSetup: JSON
    /// What of ``pairSetup`` passes in the controller itself; `nil` where that cannot be seen from outside.
    var ownShare: JSON?
    /// Connecting, M1 to M4.
    var pairVerify: JSON
    /// One read after the other on one session, seen by the caller.
    var read: JSON
    var readsPerSecond: Double
    /// Processor time that the controller's process spends on a read, in milliseconds, the kernel's for it included.
    var processorPerRead: Double
    /// The same with the caller on the process's shared threads, for a controller that may run elsewhere.
    var sharedReadsPerSecond: Double?

    var figures: JSON {
        var figures = JSONObject([
            "pair-setup": pairSetup, "pair-verify": pairVerify, "read": read,
            "reads-per-second": .rounded(readsPerSecond), "processor-per-read": .rounded(processorPerRead),
        ])
        if let ownShare { figures["pair-setup-own-share"] = ownShare }
        if let sharedReadsPerSecond { figures["reads-per-second-on-shared-threads"] = .rounded(sharedReadsPerSecond) }
        return .object(figures)
    }
}
