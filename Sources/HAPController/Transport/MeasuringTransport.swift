package import Links
package import Measurement

/// A transport whose connections have the best time stamps that there are, for measurements.
package struct MeasuringTransport: Sendable {
    package let transport: any Transport
    private let stamps: KernelStamps?

    /// - Parameter stamps: which moments the kernel has taken; `nil` if none.
    init(_ transport: any Transport, stamps: KernelStamps? = nil) {
        self.transport = transport
        self.stamps = stamps
    }

    /// Where the moments of an exchange come from: the kernel, if it has taken both.
    package func origin(from start: Moment, to end: Moment) -> StampOrigin {
        guard let stamps, stamps.origin(of: start) == .kernel else { return .socket }
        return stamps.origin(of: end)
    }
}
