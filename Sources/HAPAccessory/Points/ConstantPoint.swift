/// A limit, an interval or a size.
package enum ConstantPoint: String, Sendable, CaseIterable {
    case setupTimeout = "pair-setup.timeout-seconds"
    case setupInterval = "pair-setup.interval-seconds"
    case connections = "connections.maximum"
    case connectionsTotal = "connections.total"
    case requests = "connections.requests"
    case sessionRequests = "session.requests"
    case idleSeconds = "connections.idle-seconds"
    case restartSeconds = "crash.restart-seconds"
    case eventInterval = "event.interval-milliseconds"
    case eventWindow = "event.window-milliseconds"
    case eventSpontaneous = "event.spontaneous-milliseconds"
    case eventSilence = "event.silence-seconds"
    case ttlMaximum = "timed.ttl-maximum"
    case ttlBits = "timed.ttl-bits"
    case ttlUnit = "timed.ttl-unit-microseconds"
    case ttlStep = "timed.ttl-step"
    case aidBits = "characteristic.aid-bits"
    case iidBits = "characteristic.iid-bits"
    case jsonDepth = "json.depth"
    case bodyMaximum = "http.body-maximum"
    case headMaximum = "http.head-maximum"
    case stringLength = "value.string-length"
    case dataLength = "value.data-length"
    case valueReturns = "value.returns-seconds"
    case measuredInterval = "value.measured-milliseconds"
    case advertisementHostTTL = "advertisement.host-ttl"
    case advertisementOtherTTL = "advertisement.other-ttl"
    case advertisementPrivateTTL = "advertisement.private-ttl"
    case advertisementPause = "advertisement.pause-milliseconds"

    /// The value in Apple's reference.
    package var standard: Int64 {
        switch self {
        case .setupTimeout: 30
        case .setupInterval: 0
        case .connections: 16
        case .connectionsTotal: 0
        case .requests: 0
        case .sessionRequests: 0
        case .idleSeconds: 0
        case .restartSeconds: 0
        case .eventInterval: 1000
        case .eventWindow: 0
        case .eventSpontaneous: 0
        case .eventSilence: 0
        case .ttlMaximum: 9_007_199_254_740_991
        case .ttlBits: 64
        case .ttlUnit: 1000
        case .ttlStep: 1
        case .aidBits: 64
        case .iidBits: 64
        case .jsonDepth: 64
        case .bodyMaximum: 65536
        case .headMaximum: 32768
        case .stringLength: 64
        case .dataLength: 2_097_152
        case .valueReturns: 0
        case .measuredInterval: 0
        case .advertisementHostTTL: 120
        case .advertisementOtherTTL: 4500
        case .advertisementPrivateTTL: 10
        case .advertisementPause: 0
        }
    }

    /// The quantity, in one line.
    package var meaning: String {
        switch self {
        case .setupTimeout: "seconds after which another controller can replace a stalled pair-setup"
        case .setupInterval: "seconds between the starts of two pair-setups; an earlier M1 gets Backoff"
        case .connections: "simultaneous connections"
        case .connectionsTotal:
            "connections that are served until a restart; further ones are closed at once; 0 for any number"
        case .restartSeconds: "seconds after which a crashed accessory accepts connections again; 0 is never"
        case .sessionRequests: "requests of a connection after which its session is not authorized any more; 0 is never"
        case .requests: "requests that a connection serves before the accessory closes it; 0 for any number"
        case .idleSeconds: "seconds after which an idle connection is closed; 0 is never"
        case .eventInterval: "milliseconds between the event messages of a connection"
        case .eventWindow: "milliseconds for which changes are collected before the event message"
        case .eventSpontaneous: "milliseconds between events without any change; 0 is never"
        case .eventSilence: "seconds without a request after which a session gets no more events; 0 is never"
        case .ttlMaximum: "the largest ttl of a prepare"
        case .ttlBits: "the low bits of a ttl that count"
        case .ttlUnit: "microseconds that one unit of ttl lasts"
        case .ttlStep: "a ttl is rounded down to a multiple of it"
        case .aidBits: "the low bits of a requested aid that count"
        case .iidBits: "the low bits of a requested iid that count"
        case .jsonDepth: "levels of nested JSON"
        case .bodyMaximum: "bytes of a request's body"
        case .headMaximum: "bytes of a request's head"
        case .stringLength: "bytes of a string without maxLen"
        case .dataLength: "bytes of data without maxDataLen"
        case .valueReturns: "seconds after which a written value becomes the one before again; 0 is never"
        case .measuredInterval: "milliseconds after which each measured value changes by one step; 0 is never"
        case .advertisementHostTTL: "seconds to live of the mDNS records with the host's name"
        case .advertisementOtherTTL: "seconds to live of the other mDNS records"
        case .advertisementPrivateTTL:
            "the longest time to live, in seconds, of an mDNS record in an answer to a private port"
        case .advertisementPause:
            "milliseconds for which an mDNS record that was sent to the group is not sent there again"
        }
    }
}
