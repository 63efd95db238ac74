/// An operation whose time is measured, on every transport.
package enum MeasuredOperation: String, Sendable, Hashable, CaseIterable {
    /// From the first question to the advertisement.
    case discovery
    /// Until a connection is open.
    case connect
    /// The messages of pair-verify, each from its request to its response.
    case pairVerify = "pair-verify"
    case database
    case read
    /// A write of the value that the characteristic has.
    case write
    /// The preparation and the execution of such a write.
    case timedWrite = "timed-write"
    /// A write that asks for the value in its response.
    case writeResponse = "write-response"
    /// A read of several characteristics.
    case batch
    case identify
    /// From a write at one controller to the event at another.
    case event
    /// From a change at the accessory itself to the event.
    case change
    /// From the begin of a new connection to the first value that is read in its session.
    case reconnect
    /// The messages of pair-setup, each from its request to its response.
    case pairSetup = "pair-setup"

    /// The names of what is measured, for results and budgets: `read`, `pair-setup.m1`.
    package var series: [String] {
        switch self {
        case .pairSetup: ["m1", "m3", "m5"].map { "\(rawValue).\($0)" }
        case .pairVerify: ["m1", "m3"].map { "\(rawValue).\($0)" }
        default: [rawValue]
        }
    }

    /// The messages that are measured apart: `m1`, `m3`; none if the operation is measured as a whole.
    package var messages: [String] { series.count > 1 ? series.map { String($0.dropFirst(rawValue.count + 1)) } : [] }

    /// The operation whose results have this name.
    package init?(series name: String) {
        guard let operation = Self.allCases.first(where: { $0.series.contains(name) }) else { return nil }
        self = operation
    }

    /// How often it is done unless the user says otherwise: what costs the accessory much is done seldom, but often enough to judge
    /// its p50.
    package var usualCount: Int {
        switch self {
        case .database, .read, .write, .timedWrite, .writeResponse, .batch: 200
        case .connect, .pairVerify, .reconnect: 50
        case .event, .change: 20
        case .discovery, .identify, .pairSetup: 6
        }
    }

    /// Whether several sessions can do it at the same time.
    package var isShared: Bool {
        switch self {
        case .database, .read, .write, .timedWrite, .writeResponse, .batch: true
        default: false
        }
    }

    /// Whether a rate says when it is due. Between two changes of a value the tester waits: an accessory may hold back an event that
    /// follows another within a second (HAP-EVENT-003).
    package var followsRate: Bool { self != .event && self != .change }

    /// Whether its time is that of one message and its answer. Others contain the search, or what the tester computes between messages.
    var isOneExchange: Bool { ![.discovery, .connect, .timedWrite, .reconnect].contains(self) }

    /// Whether the measurement ends when the accessory refuses it once: each failed pair-setup counts as a wrong setup code.
    package var endsAtRefusal: Bool { self == .pairSetup }

    /// Whether it reads or writes characteristics that can be chosen.
    package var usesCharacteristics: Bool {
        switch self {
        case .discovery, .connect, .pairVerify, .pairSetup, .database, .identify: false
        default: true
        }
    }

    /// What it measures, for the help.
    package var summary: String {
        switch self {
        case .discovery: "from the question to the advertisement"
        case .connect: "until a connection is open"
        case .pairVerify: "each message of pair-verify"
        case .database: "reading the attribute database"
        case .read: "reading one characteristic"
        case .write: "writing the value that is there"
        case .timedWrite: "the same by a timed write"
        case .writeResponse: "the same with the value in the response"
        case .batch: "reading several characteristics at once"
        case .identify: "the identify routine"
        case .event: "from a write to the event at another controller"
        case .change: "from a change at the accessory to the event"
        case .reconnect: "connecting, pair-verify and a first read"
        case .pairSetup: "each message of pair-setup"
        }
    }
}
