/// What a controller does with a stream (HAP R1 table 8-15).
package enum StreamCommand: UInt8, Sendable, CaseIterable {
    case end = 0
    case start = 1
    case suspend = 2
    case resume = 3
    case reconfigure = 4
}
