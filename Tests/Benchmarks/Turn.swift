import HAPModel

/// The measurements of one controller in one turn; all times are in milliseconds.
struct Turn {
    /// M1 to M6, on an open connection.
    var pairSetup: JSON
    /// The part of ``pairSetup`` in the controller itself; `nil` if it cannot be measured from outside.
    var ownShare: JSON?
    /// Connecting, M1 to M4.
    var pairVerify: JSON
    /// Consecutive reads in one session, as the caller measures them.
    var read: JSON
    var readsPerSecond: Double
    /// Processor time of the controller's process for a read, in milliseconds, including kernel time.
    var processorPerRead: Double
    /// Processor time of the accessory's process for a read of this controller, if it was measured.
    var accessoryPerRead: Double?
    /// Reads a second with the caller on shared threads, for a controller that supports it.
    var sharedReadsPerSecond: Double?

    var figures: JSON {
        var figures = JSONObject([
            "pair-setup": pairSetup, "pair-verify": pairVerify, "read": read,
            "reads-per-second": .rounded(readsPerSecond), "processor-per-read": .rounded(processorPerRead),
        ])
        if let ownShare { figures["pair-setup-own-share"] = ownShare }
        if let accessoryPerRead { figures["accessory-processor-per-read"] = .rounded(accessoryPerRead) }
        if let sharedReadsPerSecond { figures["reads-per-second-on-shared-threads"] = .rounded(sharedReadsPerSecond) }
        return .object(figures)
    }
}
